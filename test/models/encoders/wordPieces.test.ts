import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { WordPieces } from '../../../src/models/encoders/wordPieces';
import { baseEncoder } from '../../support/baseEncoder';
import reference from '../../fixtures/encoders/minilm.json';

const wordPieces = WordPieces.load(baseEncoder);
const marks = { '[PAD]': 0, '[CLS]': 101, '[SEP]': 102, '[MASK]': 103 };
const unknown = 100;
const idsOf = (text: string, limit = 1000) => wordPieces.piecesOf(wordPieces.words(text), limit);

describe('WordPieces', () => {
  it("gives the reference tokenizer's ids", () => {
    const [first, last] = wordPieces.frame;
    const found = reference.sentences.map((text) => [
      first,
      ...idsOf(text, reference.maxLength - 2).ids,
      last,
    ]);
    expect(found).toEqual(reference.ids);
  });

  it('spells special marks in user text like any other characters', () => {
    for (const [mark, id] of Object.entries(marks)) {
      for (const text of [mark, `a${mark}b`, mark.toLowerCase(), `${mark}${mark}`]) {
        expect(idsOf(text).ids).not.toContain(id);
        expect(idsOf(text).ids.length).toBeGreaterThan(2);
      }
    }
    // "[", "sep", "]"
    expect(idsOf('[SEP]').ids).toEqual([1031, 19802, 1033]);
    expect(idsOf('[UNK]').ids).not.toContain(unknown);
  });

  it('lets no text cause a special id but the unknown word', () => {
    const special = new Set(Object.values(marks));
    const hostile = fc
      .array(
        fc.oneof(
          fc.constantFrom(...Object.keys(marks), '[UNK]', '##', '[', 'SEP', ' '),
          fc.string({ unit: 'binary' }),
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, (text) => {
        const { ids } = idsOf(text);
        expect(ids.filter((id) => special.has(id) || !(id >= 0 && id < wordPieces.size))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('cuts to the limit and says so', () => {
    expect(idsOf('one two three', 3)).toEqual({ ids: idsOf('one two three').ids, truncated: false });
    expect(idsOf('one two three', 2)).toEqual({ ids: idsOf('one two').ids, truncated: true });
    expect(idsOf('', 2)).toEqual({ ids: [], truncated: false });
  });

  it('takes characters without a piece as an unknown word', () => {
    expect(idsOf('\u{1F9CB}').ids).toEqual([unknown]);
  });

  it('refuses a damaged or missing definition, naming the file', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-tokenizer-'));
    const file = path.join(folder, 'tokenizer.json');
    const definition = JSON.parse(
      fs.readFileSync(path.join(baseEncoder, 'tokenizer.json'), 'utf8'),
    ) as object;
    const load = () => WordPieces.load(folder);
    const message = `${file} is not a usable tokenizer`;
    expect(load).toThrow(message);
    for (const text of ['{', '{}', 'null', JSON.stringify({ ...definition, model: { type: 'Sorcery' } })]) {
      fs.writeFileSync(file, text);
      expect(load).toThrow(message);
    }
    fs.writeFileSync(file, JSON.stringify({ ...definition, post_processor: null }));
    expect(load).toThrow('an empty text becomes 0 tokens instead of 2');
    fs.rmSync(folder, { recursive: true });
  });
});
