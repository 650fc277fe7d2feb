import path from 'node:path';
import { tf } from '../../../src/models/backend';
import {
  createEncoder,
  encodeTexts,
  padBatch,
  readSafetensors,
  type Weights,
} from '../../../src/models/encoders';
import { bertForward } from '../../../src/models/encoders/bert/bertForward';
import { bertShapes, readBertConfig } from '../../../src/models/encoders/bert/bertConfig';
import { readCheckpoint } from '../../../src/models/encoders/checkpoint';
import { fastOps } from '../../../src/models/encoders/ops/fastOps';
import { plainOps } from '../../../src/models/encoders/ops/plainOps';
import { tokenMean } from '../../../src/models/encoders/tokenMean';
import { baseEncoder, tinyEncoder } from '../../support/baseEncoder';
import { difference } from '../../support/tensors';
import reference from '../../fixtures/encoders/minilm.json';
import tinyReference from '../../fixtures/encoders/tiny-bert.json';

const tolerance = 1e-4;
const fixtures = path.resolve(__dirname, '../../fixtures/encoders');

/** Against `scripts/reference/encoders.py`: PyTorch with Hugging Face transformers. */
describe.each([
  ['plain', plainOps],
  ['fast', fastOps()],
] as const)('BERT with %s ops, against PyTorch', (_, ops) => {
  const config = readBertConfig(baseEncoder);
  const expected = readSafetensors(path.join(fixtures, 'minilm.safetensors'));
  const ids = reference.ids.map((row) => Int32Array.from(row));
  const together = padBatch(ids);
  let weights: Weights;
  beforeAll(() => (weights = readCheckpoint(baseEncoder, bertShapes(config))));
  afterAll(() => tf.dispose(weights));

  it('gives the token states of MiniLM', () => {
    for (const index of reference.withStates) {
      const states = tf.tidy(() => bertForward(config, ops, weights, padBatch([ids[index]!])).dataSync());
      expect(difference(states, expected[`states.${index}`]!.data)).toBeLessThan(tolerance);
    }
  });

  it('gives its pooled vectors, all sentences in one padded batch', () => {
    const mean = tf.tidy(() => tokenMean(bertForward(config, ops, weights, together), together).dataSync());
    const first = tf.tidy(() => bertForward(config, ops, weights, together, { firstOnly: true }).dataSync());
    expect(difference(mean, expected['mean']!.data)).toBeLessThan(tolerance);
    expect(difference(first, expected['cls']!.data)).toBeLessThan(tolerance);
  });

  it('gives its gradients', () => {
    const names = Object.keys(weights);
    const loss = (...values: tf.Tensor[]) => {
      const own = Object.fromEntries(names.map((name, i) => [name, values[i]!]));
      return tokenMean(bertForward(config, ops, own, together), together)
        .tanh()
        .mean<tf.Tensor1D>(1)
        .sum();
    };
    const gradients = tf.grads(loss)(names.map((name) => weights[name]!));
    const known: Record<string, { norm: number; first: number[] }> = reference.gradients;
    expect(Object.keys(known).sort()).toEqual([...names].sort());
    names.forEach((name, i) => {
      const { norm, first } = known[name]!;
      const values = gradients[i]!.dataSync<'float32'>();
      const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
      // Keys' biases cancel in the softmax: their gradient is rounding noise.
      if (name.endsWith('key.bias')) return expect(Math.abs(length - norm)).toBeLessThan(1e-6);
      expect(Math.abs(length / norm - 1)).toBeLessThan(tolerance);
      for (const [at, value] of first.entries()) {
        expect(Math.abs(values[at]! - value)).toBeLessThan(
          tolerance * Math.max(Math.abs(value), norm / Math.sqrt(values.length)),
        );
      }
    });
    tf.dispose(gradients);
  });
});

describe('a checkpoint in half precision, its weights under "bert."', () => {
  it.each(['cls', 'mean'] as const)('gives the vectors that PyTorch gives, pooled by %s', async (pooling) => {
    const encoder = await createEncoder('blp', tinyEncoder, {
      maxLength: 32,
      dimension: 24,
      pooling,
      ops: 'fast',
    });
    expect(encoder.tokenize(tinyReference.texts).ids.map((row) => [...row])).toEqual(tinyReference.ids);
    const identity = tf.eye(24);
    const weights = { ...encoder.initialWeights(1), 'projection.weight': identity };
    const { vectors } = await encodeTexts(encoder, weights, tinyReference.texts);
    expect(difference(vectors, tinyReference[pooling].flat())).toBeLessThan(tolerance);
    tf.dispose(weights);
  });
});
