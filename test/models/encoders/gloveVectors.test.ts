import { tf } from '../../../src/models/backend';
import { encoderToTrain, type TextEncoder } from '../../../src/models/encoders';
import { readWordVectors, type WordTable } from '../../../src/models/encoders/wordFiles';
import { tinyWords } from '../../support/baseEncoder';

const options = { maxLength: 4, ops: 'fast' } as const;
let words: WordTable;
let encoder: TextEncoder;
let rows: number[][];
beforeAll(async () => {
  words = await readWordVectors(tinyWords);
  // Every word once, so that any text can be looked at.
  const texts = [...words.rows.keys()].flatMap((word) => [word, `dog ${word}`]);
  encoder = await encoderToTrain('glove-bow', tinyWords, texts, options);
  const weights = encoder.initialWeights(1);
  rows = Object.values(weights)[0]!.arraySync() as number[][];
  tf.dispose(weights);
});

/** The vectors that the tokens of a text have before training. */
const vectors = (text: string) => [...encoder.tokenize([text]).ids[0]!].map((row) => rows[row]);
const vectorOf = (word: string) => {
  const row = words.rows.get(word)!;
  return [...words.vectors.subarray(row * 8, row * 8 + 8)];
};
const unknown = () => [...words.vectors.subarray(0, 8)];

describe('glove-bow', () => {
  it('reads the lower-cased words, without stop words and punctuation', () => {
    expect(vectors('The Dog, of (the) HOUSE!')).toEqual([vectorOf('dog'), vectorOf('house')]);
    expect(vectors("an o'clock x-ray")).toEqual([vectorOf("o'clock"), vectorOf('x-ray')]);
    expect(vectors('Zürich, 東京')).toEqual([vectorOf('zürich'), vectorOf('東京')]);
  });

  it('has the mean of all vectors for a word without one, and for a text of nothing', () => {
    const mean = unknown().map((_, i) => {
      const column = [...words.rows.keys()].map((word) => vectorOf(word)[i]!);
      return column.reduce((sum, value) => sum + value, 0) / column.length;
    });
    expect(unknown()).toEqual(mean.map((value) => expect.closeTo(value, 6) as number));
    expect(vectors('dog kombucha')).toEqual([vectorOf('dog'), unknown()]);
    for (const text of ['kombucha', '', '?!', '\u{1F9CB}']) expect(vectors(text)).toEqual([unknown()]);
  });

  it('keeps a text of nothing but stop words', () => {
    expect(vectors('of the')).toEqual([vectorOf('of'), vectorOf('the')]);
  });

  it('cuts after dropping, and says so', () => {
    const { ids, truncated } = encoder.tokenize([
      'dog of the cat and the tree of a house',
      'dog cat tree house fire',
    ]);
    expect(ids.map(({ length }) => length)).toEqual([4, 4]);
    expect(truncated).toEqual([false, true]);
  });
});
