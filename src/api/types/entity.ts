import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { EntityFilter, Entity as StoredEntity } from '../../services';
import { PageInfo } from './page';

@ObjectType({
  description:
    'A thing of the graph: a concept, a person, a product. It has vectors from the moment it is written, of every current model that reads texts.',
  simpleResolvers: true,
})
export class Entity {
  @Field(() => ID, { description: 'Opaque and lasting, for example "wn30:02084071-n", or "e:" and a UUID.' })
  id!: string;

  @Field(() => String, { description: 'What it is called; at most 500 UTF-16 units.' })
  name!: string;

  @Field(() => [String], { description: 'Other names.' })
  aliases!: string[];

  @Field(() => String, {
    description: 'What it is, in a sentence or more; at most 20,000 UTF-16 units. May be empty.',
  })
  description!: string;

  @Field(() => [String], { description: 'Sentences in which it is used.' })
  examples!: string[];

  @Field(() => [String], { description: 'Its classes, for example "noun" and "noun.animal" in WordNet.' })
  types!: string[];

  @Field(() => String, { description: 'Language of its texts, a BCP 47 tag such as "en".' })
  language!: string;

  @Field(() => String, {
    description: 'Who answers for its texts: an import such as "wordnet-3.0", or "curated".',
  })
  source!: string;

  @Field(() => Int, {
    description: 'Starts at 1 and grows with each change of name, aliases or description.',
  })
  revision!: number;
}

@ObjectType({ description: 'An entity in a page of entities.', simpleResolvers: true })
export class EntityEdge {
  @Field(() => String, {
    description: 'Place of the entity in the list; give it as `after` to go on behind it.',
  })
  cursor!: string;

  @Field(() => Entity, { description: 'The entity.' })
  node!: StoredEntity;
}

@ObjectType({ description: 'A page of entities, sorted by name, then id.', simpleResolvers: true })
export class EntityConnection {
  @Field(() => [EntityEdge], { description: 'The entities of this page.', complexity: 0 })
  edges!: EntityEdge[];

  @Field(() => PageInfo, { description: 'Where the page ends.', complexity: 0 })
  pageInfo!: PageInfo;

  /** Not a field: what `totalCount` counts by. */
  filter!: EntityFilter;
}
