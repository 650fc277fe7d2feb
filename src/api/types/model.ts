import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ModelRecord } from '../../services';
import { JsonObject } from './scalars';

export const ModelState = {
  TRAINING: 'training',
  WRITING: 'writing',
  CURRENT: 'current',
  RETIRED: 'retired',
  FAILED: 'failed',
} as const;

registerEnumType(ModelState, {
  name: 'ModelState',
  description: 'Where a model is in its life.',
  valuesConfig: {
    TRAINING: { description: 'Is being trained.' },
    WRITING: { description: 'Trained; vectors of all entities are being written beside the current ones.' },
    CURRENT: { description: 'Answers under its name.' },
    RETIRED: { description: 'Answers no more: a later version took its place, or it was retired by hand.' },
    FAILED: { description: 'Did not come through training.' },
  },
});

@ObjectType({
  description: 'A trained model: a text encoder and the vectors of the relations.',
  simpleResolvers: true,
})
export class Model {
  @Field(() => ID, {
    description: 'Name and version, for example "be-bow@3". `model` arguments take it, or the name alone.',
  })
  id!: string;

  @Field(() => String, {
    description: 'Name that all its versions share; as a `model` argument it means the current version.',
  })
  name!: string;

  @Field(() => Int, { description: 'Number of the version, from 1.' })
  version!: number;

  @Field(() => ModelState, { description: 'Where it is in its life.' })
  state!: ModelRecord['state'];

  @Field(() => String, {
    description:
      'What makes an entity\'s vector: "be-bow" or "glove-bow" (words), "be-dkrl" or "glove-dkrl" (a convolution over words), ' +
      '"blp" (BERT), or "lookup" (no text: only the entities of its training have vectors of it).',
  })
  encoder!: string;

  @Field(() => String, {
    description:
      'What scores a head, a relation and a tail: "transe", "distmult", "complex", "simple", "rotate" or "text-query".',
  })
  relationModel!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Values of each of its vectors; null until it is trained.',
  })
  dimension!: number | null;

  @Field(() => JsonObject, { description: 'The settings it was trained with.' })
  parameters!: Record<string, unknown>;
}
