import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { ModelRecord, Entity as StoredEntity } from '../../services';
import { Entity } from './entity';
import { Model } from './model';

@ObjectType({ description: 'An entity with its place among the results.', simpleResolvers: true })
export class Candidate {
  @Field(() => Int, { description: '1 for the best of all entities that may be proposed, and so on.' })
  rank!: number;

  @Field(() => Float, {
    description:
      'The higher the better. Comparable within one answer, not between models. TransE: minus the distance from where the entity should lie.',
  })
  score!: number;

  @Field(() => Entity, { description: 'The entity.' })
  entity!: StoredEntity;
}

/** What answers made by a model have in common. */
@ObjectType({ simpleResolvers: true })
export abstract class ModelAnswer {
  @Field(() => Boolean, {
    description:
      'Whether the text that was sent was longer than the model reads, and only its beginning counted.',
  })
  truncated!: boolean;

  @Field(() => Float, { description: 'Milliseconds that the server took for it.' })
  tookMs!: number;

  @Field(() => Model, { description: 'The model that answered.' })
  model!: ModelRecord;
}

@ObjectType({ description: 'The best of all entities for the open end of a triple.', simpleResolvers: true })
export class LinkPredictions extends ModelAnswer {
  @Field(() => [Candidate], { description: 'Best first; equal scores by id.' })
  predictions!: Candidate[];
}

@ObjectType({
  description: 'The entities whose vectors point most nearly the same way.',
  simpleResolvers: true,
})
export class SimilarEntities extends ModelAnswer {
  @Field(() => [Candidate], {
    description: 'Best first; equal scores by id. The score is the cosine, from -1 to 1.',
  })
  similar!: Candidate[];
}

@ObjectType({ description: 'A text as the vector that a model makes of it.', simpleResolvers: true })
export class TextEmbedding extends ModelAnswer {
  @Field(() => [Float], { description: 'As many values as the `dimension` of the model.', complexity: 1 })
  vector!: number[];
}
