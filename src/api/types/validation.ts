import { Field, Float, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'One validation during a training.', simpleResolvers: true })
export class Validation {
  @Field(() => Int, { description: 'Steps made until then.' })
  step!: number;

  @Field(() => Float, { description: 'Mean loss of the steps since the validation before.' })
  loss!: number;
}
