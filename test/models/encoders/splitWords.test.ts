import fc from 'fast-check';
import { splitWords } from '../../../src/models/encoders/splitWords';

const vocabulary = new Set(['x-ray', "o'clock", 'at&t', '1,000', 'u.s', 'mid-1990s']);
const split = (text: string) => splitWords(text, (word) => vocabulary.has(word));

describe('splitWords', () => {
  it.each([
    ['The dog, (a MAMMAL)!', ['the', 'dog', 'a', 'mammal']],
    ['An X-ray at 9 o’clock', ['an', 'x-ray', 'at', '9', "o'clock"]],
    ['cat/dog, dog-like; e.g.this', ['cat', 'dog', 'dog', 'like', 'e', 'g', 'this']],
    ['AT&T paid 1,000 or 10,000', ['at&t', 'paid', '1,000', 'or', '10', '000']],
    ["the dog's -- mid-1990s U.S. --house-", ['the', 'dog', 's', 'mid-1990s', 'u.s', 'house']],
    ['Zu\u0308rich, 東京: ΑΘΗΝΑ', ['zürich', '東京', 'αθηνα']],
    ['[SEP] \u{1F9CB} tea\u00a0house', ['sep', 'tea', 'house']],
    ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
    ['?! … –', []],
    ['', []],
  ])('cuts %j', (text, words) => {
    expect(split(text)).toEqual(words);
  });

  it('gives words without blanks, in lower case, that it leaves whole when it sees them again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of split(text)) {
          expect(word).not.toMatch(/\s/);
          expect(word).toBe(word.toLowerCase());
          expect(split(word)).toEqual([word]);
        }
      }),
    );
  });
});
