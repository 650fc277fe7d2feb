import { Extensions, Field, ID, InputType } from 'type-graphql';
import { oneOf } from './oneOf';

@InputType({ description: 'The texts of an entity that need not be stored.' })
export class EntityText {
  @Field(() => String, { description: 'What it is called; 1 to 500 UTF-16 units.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What it is, in a sentence or more; at most 20,000 UTF-16 units.',
  })
  description?: string | null;
}

@InputType({ description: 'An entity of the graph by its id, or one that is not stored by its texts.' })
@Extensions(oneOf)
export class EntityReference {
  @Field(() => ID, { nullable: true, description: 'Id of a stored entity.' })
  id?: string;

  @Field(() => EntityText, {
    nullable: true,
    description: 'Name and description of an entity nobody has seen.',
  })
  text?: EntityText;
}

@InputType({ description: 'Conditions that must all hold.' })
export class EntityFilterInput {
  @Field(() => [ID], { nullable: true, description: 'Is one of these.' })
  ids?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Has each of these types.' })
  types?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Its name begins with this, capitals as written.' })
  nameStartsWith?: string | null;

  @Field(() => String, { nullable: true, description: 'Its `source` is this.' })
  source?: string | null;
}

@InputType({ description: 'A new entity.' })
export class CreateEntityInput {
  @Field(() => ID, {
    nullable: true,
    description: 'At most 500 UTF-16 units; "e:" and a UUID where none is given.',
  })
  id?: string | null;

  @Field(() => String, { description: 'What it is called; 1 to 500 UTF-16 units.' })
  name!: string;

  @Field(() => String, { description: 'What it is: a sentence is enough. At most 20,000 UTF-16 units.' })
  description!: string;

  @Field(() => [String], { nullable: true, description: 'Other names, each at most 500 UTF-16 units.' })
  aliases?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Its classes, each at most 200 UTF-16 units.' })
  types?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Sentences in which it is used.' })
  examples?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Language of the texts, a BCP 47 tag; "en" where none is given.',
  })
  language?: string | null;
}

@InputType({
  description:
    'What shall change; what is left out or null stays as it is, and a list replaces the whole list.',
})
export class UpdateEntityInput {
  @Field(() => String, { nullable: true, description: 'What it is called; 1 to 500 UTF-16 units.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is; at most 20,000 UTF-16 units.' })
  description?: string | null;

  @Field(() => [String], { nullable: true, description: 'Other names, each at most 500 UTF-16 units.' })
  aliases?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Its classes, each at most 200 UTF-16 units.' })
  types?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Sentences in which it is used.' })
  examples?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Language of the texts, a BCP 47 tag.' })
  language?: string | null;
}

@InputType({ description: 'A statement: the head stands in the relation to the tail.' })
export class TripleInput {
  @Field(() => ID, { description: 'Id of the entity that the statement is about.' })
  head!: string;

  @Field(() => ID, { description: 'Id of the relation.' })
  relation!: string;

  @Field(() => ID, { description: 'Id of the entity it is linked to.' })
  tail!: string;
}
