import { Field, Float, ID, InputType, Int, registerEnumType } from 'type-graphql';
import type { Fusion, QueryType as QueryTypeName } from '../../services';

/** GraphQL's names for what the services know. */
export const QueryType = {
  NAMED_ENTITY: 'namedEntity',
  KEYWORDS: 'keywords',
  LIST: 'list',
  QUESTION: 'question',
} as const satisfies Record<string, QueryTypeName>;
export const FusionMethod = {
  INTERPOLATION: 'interpolation',
  RECIPROCAL_RANK: 'reciprocalRank',
} as const satisfies Record<string, Fusion>;

registerEnumType(QueryType, {
  name: 'QueryType',
  description: 'What people type.',
  valuesConfig: {
    NAMED_ENTITY: { description: 'The name of what is sought: "john lennon parents".' },
    KEYWORDS: { description: 'Words about what is sought: "bicycle holiday nature".' },
    LIST: { description: 'A description of several: "airports in Germany".' },
    QUESTION: { description: 'A question: "What is the longest river?".' },
  },
});
registerEnumType(FusionMethod, {
  name: 'FusionMethod',
  description: 'How the order of words and that of vectors become one.',
  valuesConfig: {
    INTERPOLATION: {
      description: 'The best by words are ordered by alpha · cosine + (1 - alpha) · word score.',
    },
    RECIPROCAL_RANK: {
      description:
        'The best `depth` by words and as many by vectors, by their places: finds entities that share no word with the ' +
        'query, unless it has a phrase. Nothing follows behind these.',
    },
  },
});

@InputType({ description: 'Conditions that must all hold. They apply before ranking.' })
export class SearchFilterInput {
  @Field(() => [String], {
    nullable: true,
    description:
      'Has one of these types (`EntityFilterInput.types` wants each of them); an empty list asks for none.',
  })
  types?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Has a triple of one of these relations, as head or tail; an empty list asks for none.',
  })
  relations?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it has a vector of the model that reranks, or else of the default one.',
  })
  hasVector?: boolean | null;
}

@InputType({ description: 'What orders the best by words anew.' })
export class RerankInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Name of a model ("be-bow": its current version) or an id; null: the default one.',
  })
  model?: string | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Weight of the cosine, 0 (words alone) to 1 (vectors alone). Cosines stay below 1 and word scores reach 10 and more, ' +
      'so what matters is mostly above 0.8. null: what `kindred train search` has found for the model, 0.85 before that.',
  })
  alpha?: number | null;

  @Field(() => QueryType, {
    nullable: true,
    description:
      'Takes the alpha that was best for queries like this one, where `kindred train search` has found some.',
  })
  queryType?: QueryTypeName | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many of the best by words are reranked, 1 to 10,000; 1,000 by default.',
  })
  depth?: number | null;

  @Field(() => FusionMethod, { nullable: true, description: 'Interpolation where none is given.' })
  fusion?: Fusion | null;
}
