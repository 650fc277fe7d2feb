import { tf } from '../../../src/models/backend';
import { encodeTexts, untrainedEncoder } from '../../../src/models/encoders';
import { readCheckpoint } from '../../../src/models/encoders/checkpoint';
import { tinyEncoder, tinyWords } from '../../support/baseEncoder';
import { difference } from '../../support/tensors';
import reference from '../../fixtures/encoders/tiny-bert.json';
import words from '../../fixtures/encoders/word-encoders.json';

const products = (rows: number[][]) =>
  rows.flatMap((a) => rows.map((b) => a.reduce((sum, x, i) => sum + x * b[i]!, 0)));

async function vectorsOf(kind: 'be-bow' | 'blp'): Promise<number[][]> {
  const { encoder, weights } = await untrainedEncoder(kind, tinyEncoder, reference.texts, 32);
  const { vectors } = await encodeTexts(encoder, weights, reference.texts);
  tf.dispose(weights);
  return reference.texts.map((_, row) => [
    ...vectors.subarray(row * encoder.dimension, (row + 1) * encoder.dimension),
  ]);
}

describe('an encoder without training', () => {
  it('has the lengths and angles of the mean token states that PyTorch gives', async () => {
    const vectors = await vectorsOf('blp');
    expect(vectors[0]).toHaveLength(24);
    expect(difference(products(vectors), products(reference.mean))).toBeLessThan(1e-4);
  });

  it('has the mean of GloVe’s vectors that PyTorch gives', async () => {
    const { encoder, weights } = await untrainedEncoder('glove-bow', tinyWords, words.texts, 16);
    const { vectors } = await encodeTexts(encoder, weights, words.texts);
    expect(difference(vectors, words.glove.vectors.bow.flat())).toBeLessThan(1e-6);
    tf.dispose(weights);
  });

  it('has the mean of its word pieces’ embeddings', async () => {
    const [dog] = await vectorsOf('be-bow');
    const table = 'embeddings.word_embeddings.weight';
    const [, first] = reference.ids[0]!; // [CLS] dog [SEP]
    const weights = readCheckpoint(tinyEncoder, { [table]: [85, 24] });
    expect(dog).toEqual([...tf.tidy(() => tf.gather(weights[table]!, first!).dataSync())]);
    tf.dispose(weights);
  });
});
