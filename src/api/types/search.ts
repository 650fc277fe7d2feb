import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { CountRequest, Entity as StoredEntity, HighlightedText, ModelRecord } from '../../services';
import { Entity } from './entity';
import { Model } from './model';
import { PageInfo } from './page';

/** GraphQL's names for what the services know. */
export const HighlightField = {
  NAME: 'name',
  ALIAS: 'alias',
  DESCRIPTION: 'description',
} as const satisfies Record<string, HighlightedText['field']>;
registerEnumType(HighlightField, {
  name: 'HighlightField',
  description: 'Which text of an entity it is.',
  valuesConfig: {
    NAME: { description: 'Its name.' },
    ALIAS: { description: 'One of its aliases.' },
    DESCRIPTION: { description: 'Its description.' },
  },
});

@ObjectType({ description: 'A part of a text, in UTF-16 units from its beginning.', simpleResolvers: true })
export class TextRange {
  @Field(() => Int, { description: 'Where it begins.', complexity: 0 })
  start!: number;

  @Field(() => Int, { description: 'Where it ends, exclusively.', complexity: 0 })
  end!: number;
}

@ObjectType({
  description: 'A text of an entity with words of the query. Plain text: mark the ranges yourself.',
  simpleResolvers: true,
})
export class Highlight {
  @Field(() => HighlightField, { description: 'Which text it is.', complexity: 0 })
  field!: string;

  @Field(() => String, {
    description: 'The text, or of a long one the part that has most of the words.',
    complexity: 0,
  })
  text!: string;

  @Field(() => [TextRange], { description: 'Where in `text` the words are.', complexity: 0 })
  ranges!: readonly TextRange[];
}

@ObjectType({ description: 'An entity that was found.', simpleResolvers: true })
export class SearchEdge {
  @Field(() => String, {
    description: 'Its place in the order; give it as `after` to go on behind it.',
    complexity: 0,
  })
  cursor!: string;

  @Field(() => Entity, { description: 'The entity.' })
  node!: StoredEntity;

  @Field(() => Float, {
    description:
      'What the order follows: that of `rerank`, beyond its `depth` `wordScore`, within `crossEncode` `crossScore`; comparable within each.',
  })
  score!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'BM25F over names, aliases, description, types and related names; null without any word.',
  })
  wordScore!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Cosine of query and entity; null without reranking, beyond `depth`, and for an entity without a vector.',
  })
  vectorScore!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "The cross-encoder's; null for what it has not read.",
  })
  crossScore!: number | null;

  /** Not a field: what `highlights` looks for. */
  query!: string;
}

@ObjectType({ description: 'How many of what was found have a type.', simpleResolvers: true })
export class TypeCount {
  @Field(() => String, { description: 'The type.', complexity: 0 })
  type!: string;

  @Field(() => Int, { description: 'How many have it.', complexity: 0 })
  count!: number;
}

@ObjectType({ description: 'What was found, by its properties.', simpleResolvers: true })
export class SearchFacets {
  /** Not a field: what is counted. */
  asked!: CountRequest;
}

@ObjectType({ description: 'A page of entities that were found, the best first.', simpleResolvers: true })
export class SearchConnection {
  @Field(() => [SearchEdge], { description: 'The entities of this page.', complexity: 0 })
  edges!: SearchEdge[];

  @Field(() => PageInfo, { description: 'Where the page ends.', complexity: 0 })
  pageInfo!: PageInfo;

  @Field(() => Int, {
    description:
      'How many words and phrases were looked for; stop words are left out unless there is nothing else. 0: the query has none, and nothing is found.',
  })
  words!: number;

  @Field(() => Boolean, {
    description:
      'Whether the query has more words (64) or phrases (8) than are looked for, or is longer than the model reads.',
  })
  truncated!: boolean;

  @Field(() => Model, { nullable: true, description: 'The model that reranked; null without reranking.' })
  model!: ModelRecord | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Share of the cosine in the score; null without interpolation.',
  })
  alpha!: number | null;

  @Field(() => Float, { description: 'Milliseconds that the server took for the ranking.' })
  tookMs!: number;

  /** Not a field: what is counted. */
  asked!: CountRequest;
}
