import { tf } from '../../../src/models/backend';
import {
  createEncoder,
  encoderToTrain,
  type EncoderOptions,
  padBatch,
  type TextEncoder,
} from '../../../src/models/encoders';
import type { StoredTensor } from '../../../src/models/encoders/safetensors';
import { createParameters, untrained } from '../../../src/models/training/parameters';
import { mapValues, toStored } from '../../../src/models/training/parameters/storedTensors';
import { takeStep } from '../../../src/models/training/step';
import { baseOf, tinyEncoder } from '../../support/baseEncoder';
import { difference } from '../../support/tensors';

const options: EncoderOptions = { maxLength: 16, dimension: 8, ops: 'fast' };
const texts = ['the dog', 'a small dog of fire'];

/** What a model keeps after some steps that draw the texts' vectors together. */
function trained(encoder: TextEncoder): Record<string, StoredTensor> {
  const batch = padBatch(encoder.tokenize(texts).ids);
  const start = encoder.initialWeights(7);
  const parameters = createParameters(untrained(mapValues(start, toStored)));
  tf.dispose(start);
  const loss = (weights: Record<string, tf.Tensor>) => {
    const vectors = encoder.embed(weights, batch);
    const [a, b] = tf.split(vectors, 2);
    return tf.sum(tf.square(tf.sub(a!, b!))).asScalar();
  };
  for (let step = 0; step < 3; step++) takeStep(parameters, loss, () => 1e-2);
  const kept = encoder.keep(parameters.state().weights);
  parameters.dispose();
  return kept.weights;
}

describe.each(['be-bow', 'be-dkrl', 'glove-bow', 'glove-dkrl'] as const)('%s in training', (kind) => {
  it('has the words of the texts alone', async () => {
    const few = await encoderToTrain(kind, baseOf(kind), texts, options);
    const many = await encoderToTrain(kind, baseOf(kind), [...texts, 'water and earth'], options);
    const rows = ({ weightShapes }: TextEncoder) => Object.values(weightShapes)[0]![0]!;
    expect(rows(few)).toBe(4); // small, dog, fire and the unknown word
    expect(rows(many)).toBe(6);
  });

  it('is kept with all words, those of other texts as they were', async () => {
    const few = trained(await encoderToTrain(kind, baseOf(kind), texts, options));
    const many = trained(await encoderToTrain(kind, baseOf(kind), [...texts, 'water and earth'], options));
    for (const [name, { shape, data }] of Object.entries(few)) {
      expect(shape).toEqual(many[name]!.shape);
      expect(difference(data, many[name]!.data)).toBeLessThan(1e-7);
    }
  });
});

it('training the words of the texts alone is training the whole table', async () => {
  const some = trained(await encoderToTrain('be-bow', tinyEncoder, texts, options));
  const all = trained(await createEncoder('be-bow', tinyEncoder, options));
  const [table, whole] = [Object.values(some)[0]!, Object.values(all)[0]!];
  expect(table.shape).toEqual(whole.shape);
  expect(difference(table.data, whole.data)).toBeLessThan(1e-7);
});
