import { tf } from '../../../src/models/backend';
import { createEncoder, padBatch } from '../../../src/models/encoders';
import { tinyEncoder } from '../../support/baseEncoder';
import { difference } from '../../support/tensors';

/** The published network for one text, in loops over plain numbers. */
function reference(
  words: number[][],
  weights: Record<string, number[][][] | number[]>,
  dimension: number,
): number[] {
  const convolve = (input: number[][], name: string) => {
    const [own, next] = weights[`cnn.${name}.weight`] as [number[][], number[][]];
    const bias = weights[`cnn.${name}.bias`] as number[];
    return input.map((_, at) =>
      bias.map((start, out) => {
        let sum = start;
        input[at]!.forEach((x, i) => (sum += x * own[i]![out]!));
        input[at + 1]?.forEach((x, i) => (sum += x * next[i]![out]!));
        return sum;
      }),
    );
  };
  const states = convolve(words, 'first');
  const pooled: number[][] = [];
  for (let at = 0; at < states.length; at += 4) {
    const inWindow = states.slice(at, at + 4);
    pooled.push(
      Array.from({ length: dimension }, (_, i) => Math.tanh(Math.max(...inWindow.map((state) => state[i]!)))),
    );
  }
  const second = convolve(pooled, 'second');
  return Array.from({ length: dimension }, (_, i) =>
    Math.tanh(second.reduce((sum, state) => sum + state[i]!, 0) / second.length),
  );
}

describe('be-dkrl', () => {
  it('computes the published network, for texts of every length around the pooling window', async () => {
    const dimension = 6;
    const encoder = await createEncoder('be-dkrl', tinyEncoder, { maxLength: 16, dimension, ops: 'fast' });
    const weights = encoder.initialWeights(7);
    const texts = Array.from({ length: 11 }, (_, length) =>
      Int32Array.from({ length: length + 1 }, (_, i) => (i * 5 + length) % 40),
    );
    const found = tf.tidy(() => encoder.embed(weights, padBatch(texts)).arraySync());
    const plain = Object.fromEntries(
      Object.entries(weights).map(([name, tensor]) => [name, tensor.arraySync()]),
    ) as Record<string, never>;
    const table = Object.entries(plain).find(([name]) => !name.startsWith('cnn'))![1] as number[][];
    texts.forEach((ids, row) => {
      const expected = reference(
        Array.from(ids, (id) => table[id]!),
        plain,
        dimension,
      );
      expect(difference(found[row]!, expected)).toBeLessThan(1e-6);
    });
    tf.dispose(weights);
  });
});
