import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'A kind of link between two entities, for example "hypernym".',
  simpleResolvers: true,
})
export class Relation {
  @Field(() => ID, { description: 'The id that triples and predictions name it by.' })
  id!: string;

  @Field(() => String, { description: 'What it is called.' })
  name!: string;

  @Field(() => String, { description: 'What it means: how its head stands to its tail. May be empty.' })
  description!: string;
}
