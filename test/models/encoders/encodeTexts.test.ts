import { tf } from '../../../src/models/backend';
import { createEncoder, encodeTexts, type TextEncoder, type Weights } from '../../../src/models/encoders';
import type { Progress } from '../../../src/shared/progress';
import { tinyEncoder } from '../../support/baseEncoder';
import { difference } from '../../support/tensors';

describe('encodeTexts', () => {
  let encoder: TextEncoder;
  let weights: Weights;
  beforeAll(async () => {
    encoder = await createEncoder('blp', tinyEncoder, {
      maxLength: 12,
      dimension: 6,
      pooling: 'mean',
      ops: 'fast',
    });
    weights = encoder.initialWeights(1);
  });
  afterAll(() => tf.dispose(weights));

  const texts = Array.from({ length: 60 }, (_, i) => `${'dog '.repeat(i % 7)}cat ${'fire '.repeat(i % 11)}`);

  it('keeps the order of the texts, whatever the batches', async () => {
    const expected = await encodeTexts(encoder, weights, texts, { batchTokens: 1e6 });
    for (const batchTokens of [1, 20, 64]) {
      const { vectors, truncated } = await encodeTexts(encoder, weights, texts, { batchTokens });
      expect(difference(vectors, expected.vectors)).toBeLessThan(1e-5);
      expect(truncated).toEqual(expected.truncated);
    }
    expect(expected.truncated.filter(Boolean).length).toBeGreaterThan(0);
    expect(expected.truncated.filter((cut) => !cut).length).toBeGreaterThan(0);
  });

  it('takes no text at all', async () => {
    expect(await encodeTexts(encoder, weights, [])).toEqual({ vectors: new Float32Array(0), truncated: [] });
  });

  it('reports its progress to the end', async () => {
    const reports: Progress[] = [];
    await encodeTexts(encoder, weights, texts, {
      batchTokens: 64,
      onProgress: (report) => reports.push(report),
    });
    const encoding = reports.filter(({ stage }) => stage === 'encoding texts');
    expect(encoding.length).toBeGreaterThan(3);
    expect(encoding.map(({ done }) => done)).toEqual(encoding.map(({ done }) => done).sort((a, b) => a - b));
    expect(encoding.at(-1)).toMatchObject({ done: 60, total: 60, unit: 'texts' });
  });

  it('stops when told to and leaves no tensor behind', async () => {
    const controller = new AbortController();
    const stopAtFirst = () => controller.abort();
    const before = tf.memory().numTensors;
    const stopped = encodeTexts(encoder, weights, texts, {
      batchTokens: 24,
      onProgress: stopAtFirst,
      signal: controller.signal,
    });
    await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
    await encodeTexts(encoder, weights, texts);
    expect(tf.memory().numTensors).toBe(before);
  });
});
