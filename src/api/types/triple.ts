import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { StoredTriple } from '../../services';
import { PageInfo } from './page';

export const TripleSource = { IMPORTED: 'imported', CURATED: 'curated', PREDICTED: 'predicted' } as const;

registerEnumType(TripleSource, {
  name: 'TripleSource',
  description: 'How a triple came into the graph.',
  valuesConfig: {
    IMPORTED: { description: 'With a data set.' },
    CURATED: { description: 'Written by a curator.' },
    PREDICTED: { description: 'Predicted by a model and accepted.' },
  },
});

@ObjectType({ description: 'A triple, seen from one of its two entities.', simpleResolvers: true })
export class TripleEdge {
  @Field(() => String, {
    description: 'Place of the triple in the list; give it as `after` to go on behind it.',
  })
  cursor!: string;

  @Field(() => TripleSource, { description: 'How the triple came into the graph.' })
  source!: StoredTriple['source'];

  @Field(() => String, { description: 'Who wrote it.' })
  by!: string;

  /** Not fields: the ids behind `relation` and `node`. */
  relationId!: string;
  otherId!: string;
  writtenAt!: string;
}

@ObjectType({
  description: "A page of an entity's triples, sorted by relation, then by the other entity's id.",
  simpleResolvers: true,
})
export class TripleConnection {
  @Field(() => [TripleEdge], { description: 'The triples of this page.', complexity: 0 })
  edges!: TripleEdge[];

  @Field(() => PageInfo, { description: 'Where the page ends.', complexity: 0 })
  pageInfo!: PageInfo;
}

@ObjectType({ description: 'What became of the triples that were sent.', simpleResolvers: true })
export class TriplesAdded {
  @Field(() => Int, { description: 'Triples that are new.' })
  added!: number;

  @Field(() => Int, {
    description: 'Triples that the graph had already, and triples sent twice; they stay as they are.',
  })
  existing!: number;
}

@ObjectType({ description: 'What became of the triples that were named.', simpleResolvers: true })
export class TriplesRemoved {
  @Field(() => Int, { description: 'Triples that are gone.' })
  removed!: number;

  @Field(() => Int, { description: 'Triples that the graph did not have.' })
  missing!: number;
}
