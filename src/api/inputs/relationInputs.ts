import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'A new relation.' })
export class CreateRelationInput {
  @Field(() => ID, {
    description: 'What triples name it by, for example "hypernym"; at most 500 UTF-16 units.',
  })
  id!: string;

  @Field(() => String, { description: 'What it is called; 1 to 500 UTF-16 units.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What it means: how its head stands to its tail. At most 20,000 UTF-16 units.',
  })
  description?: string | null;
}

@InputType({ description: 'What shall change; what is left out or null stays as it is.' })
export class UpdateRelationInput {
  @Field(() => String, { nullable: true, description: 'What it is called; 1 to 500 UTF-16 units.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What it means; at most 20,000 UTF-16 units.' })
  description?: string | null;
}
