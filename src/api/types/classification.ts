import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { Classification, LearnedTypes } from '../../services';
import { Model } from './model';
import { ModelAnswer } from './predictions';

@ObjectType({ description: 'A type that an entity is likely to have.', simpleResolvers: true })
export class LikelyType {
  @Field(() => String, { description: 'The type, as in `types` of entities.' })
  type!: string;

  @Field(() => Float, {
    description:
      'How probable it is that the entity has it, from 0 to 1. An entity may have several types: each is a question of its own.',
  })
  probability!: number;
}

@ObjectType({
  description:
    "What tells the types of entities by a model's vectors: learned from the entities that have types.",
  simpleResolvers: true,
})
export class TypeClassifier {
  @Field(() => Model, { description: 'The model whose vectors it reads.' })
  model!: Classification['model'];

  @Field(() => [String], {
    description:
      'The types it knows, the most common first: those that enough entities have and some have not, 200 at most.',
  })
  types!: readonly string[];

  @Field(() => Int, { description: 'How many entities it has learned from; of many it takes a sample.' })
  learnedFrom!: number;

  /** Not fields: what `learnedAt` and `metrics` tell. */
  learned!: LearnedTypes;
}

@ObjectType({ description: 'The types that an entity is likely to have.', simpleResolvers: true })
export class EntityClassification extends ModelAnswer {
  @Field(() => [LikelyType], { description: 'The most probable first.' })
  types!: LikelyType[];

  @Field(() => TypeClassifier, { description: 'What told them, and how far it is to be trusted.' })
  classifier!: TypeClassifier;
}
