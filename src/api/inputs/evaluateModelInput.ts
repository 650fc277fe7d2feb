import { Field, ID, InputType, Int } from 'type-graphql';

@InputType({ description: 'What to evaluate, and on how much of the graph.' })
export class EvaluateModelInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'Name of a current model ("be-bow": the version that is current when the evaluation begins) or its id ("be-bow@3"); ' +
      'the default one (`isDefault`) by default.',
  })
  model?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How many of the triples that training held out are asked about, drawn at random; all by default.',
  })
  triples?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Among how many entities, drawn at random, the true one is ranked; all by default. Among a sample figures are higher.',
  })
  candidates?: number | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Ids of the only relations asked about; all by default.',
  })
  relations?: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Seed of what is drawn at random; 0 by default.' })
  seed?: number | null;
}
