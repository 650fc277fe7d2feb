import { tf } from '../../../src/models/backend';
import { createEncoder, encodeTexts, type TextEncoder } from '../../../src/models/encoders';
import { stopWords } from '../../../src/models/encoders/stopWords';
import { WordPieces } from '../../../src/models/encoders/wordPieces';
import { baseEncoder, tinyEncoder } from '../../support/baseEncoder';

describe('bag of words', () => {
  const wordPieces = WordPieces.load(baseEncoder);
  let encoder: TextEncoder;
  beforeAll(async () => {
    encoder = await createEncoder('be-bow', baseEncoder, {
      maxLength: 8,
      dimension: 1,
      pooling: 'mean',
      ops: 'fast',
    });
  });
  const ids = (text: string) => [...encoder.tokenize([text]).ids[0]!];
  const pieces = (...words: string[]) => words.flatMap((word) => wordPieces.pieces(word));

  it('drops stop words and punctuation, whatever their case', () => {
    expect(ids('The dog (a MAMMAL) is, in the house!')).toEqual(pieces('dog', 'mammal', 'house'));
    expect(ids("It doesn't bark")).toEqual(pieces('bark'));
  });

  it('keeps a text of nothing else, and marks an empty one as unknown', () => {
    expect(ids('to be or not to be')).toEqual(pieces('to', 'be', 'or', 'not', 'to', 'be'));
    expect(ids('?!')).toEqual(pieces('?', '!'));
    expect(ids('  ')).toEqual([wordPieces.unknownId]);
  });

  it('cuts after dropping', () => {
    const words = ['dog', 'cat', 'house', 'tree', 'fire', 'water', 'earth', 'air'];
    expect(encoder.tokenize([words.join(' of the ')])).toEqual({
      ids: [Int32Array.from(pieces(...words))],
      truncated: [false],
    });
    expect(encoder.tokenize([`${words.join(' ')} sky`]).truncated).toEqual([true]);
  });

  it('has the width of the embeddings and is their mean', async () => {
    const tiny = await createEncoder('be-bow', tinyEncoder, {
      maxLength: 8,
      dimension: 1,
      pooling: 'mean',
      ops: 'fast',
    });
    const weights = tiny.initialWeights(1);
    const [table] = Object.values(weights);
    const rows = (await table!.array()) as number[][];
    const { vectors } = await encodeTexts(tiny, weights, ['the dog of fire']);
    const [dog, fire] = tiny.tokenize(['dog fire']).ids[0]!;
    expect(tiny.dimension).toBe(24);
    expect([...vectors]).toEqual(
      rows[dog!]!.map((value, i) => expect.closeTo((value + rows[fire!]![i]!) / 2, 6) as number),
    );
    tf.dispose(weights);
  });

  it('drops no word with a meaning of its own', () => {
    for (const word of ['animal', 'like', 'time', 'first', 'new', 'telephone', 'not-a-word'])
      expect(stopWords.has(word)).toBe(false);
  });
});
