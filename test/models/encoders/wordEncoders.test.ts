import { tf } from '../../../src/models/backend';
import { createEncoder, encoderToTrain, padBatch, type TextEncoder } from '../../../src/models/encoders';
import reference from '../../fixtures/encoders/word-encoders.json';
import { tinyEncoder, tinyWords } from '../../support/baseEncoder';
import { difference } from '../../support/tensors';

const options = { maxLength: 16, dimension: 6, ops: 'fast' } as const;
const { texts } = reference;

/** The tables of `scripts/reference/encoders.py`: GloVe's file with its words in the order of their first use, and BERT's. */
const encoders: [
  string,
  keyof typeof reference.glove.vectors,
  () => Promise<TextEncoder>,
  typeof reference.glove,
][] = [
  ['glove-bow', 'bow', () => encoderToTrain('glove-bow', tinyWords, texts, options), reference.glove],
  ['glove-dkrl', 'dkrl', () => encoderToTrain('glove-dkrl', tinyWords, texts, options), reference.glove],
  ['be-bow', 'bow', () => createEncoder('be-bow', tinyEncoder, options), reference.bert],
  ['be-dkrl', 'dkrl', () => createEncoder('be-dkrl', tinyEncoder, options), reference.bert],
];

/** Against `scripts/reference/encoders.py`: PyTorch's EmbeddingBag, Conv1d and MaxPool1d. */
describe.each(encoders)('%s', (kind, name, make, expected) => {
  it('gives the vectors and the gradients that PyTorch gives', async () => {
    const encoder = await make();
    const initial = encoder.initialWeights(1);
    const isGlove = kind.startsWith('glove');
    const ids = isGlove ? encoder.tokenize(texts).ids : expected.ids.map((row) => Int32Array.from(row));
    const [table] = Object.keys(initial);
    const given = name === 'dkrl' ? tensors(expected.weights) : {};
    const weights: Record<string, tf.Tensor> = { [table!]: initial[table!]!, ...given };
    const names = Object.keys(weights);
    const vectorsOf = (...values: tf.Tensor[]) =>
      encoder.embed(Object.fromEntries(names.map((own, i) => [own, values[i]!])), padBatch(ids));

    const vectors = tf.tidy(() => vectorsOf(...Object.values(weights)).dataSync());
    expect(difference(vectors, expected.vectors[name].flat())).toBeLessThan(1e-6);

    const gradients = tf.grads((...values) => tf.sum(tf.tanh(vectorsOf(...values))))(Object.values(weights));
    const byName = Object.fromEntries(names.map((own, i) => [own === table ? 'table' : own, gradients[i]!]));
    const known: Record<string, unknown> = expected.gradients[name];
    expect(Object.keys(byName).sort()).toEqual(Object.keys(known).sort());
    for (const [own, gradient] of Object.entries(byName)) {
      // The reference numbers the words as the file does, a table to train by their first use.
      const rows = expected.used.map((row) => (isGlove ? placeOf(row, expected.ids, ids) : row));
      const values = own === 'table' ? tf.gather(gradient, rows) : gradient;
      expect(difference(values.dataSync(), [known[own]].flat(4) as number[])).toBeLessThan(1e-6);
    }
    tf.dispose([initial, weights, gradients]);
  });
});

function tensors(values: Record<string, unknown>): Record<string, tf.Tensor> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, tf.tensor(value as number[])]),
  );
}

/** Where the word of a row of the reference stands in the table to train. */
function placeOf(row: number, known: number[][], own: Int32Array[]): number {
  const text = known.findIndex((ids) => ids.includes(row));
  return own[text]![known[text]!.indexOf(row)]!;
}
