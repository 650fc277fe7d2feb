import { splitGloss } from '../../../src/formats/wordnet/gloss';

describe('a gloss', () => {
  it.each<[string, string, string, string[]]>([
    ['alone', 'lacking all aid', 'lacking all aid', []],
    ['with examples', 'have means; "I can"; "you can"', 'have means', ['I can', 'you can']],
    ['of several parts', 'thrown; put down; "he was thrown"', 'thrown; put down', ['he was thrown']],
    [
      'that quotes in its definition',
      'progress (in the phrase "make strides"); "they made big strides"',
      'progress (in the phrase "make strides")',
      ['they made big strides'],
    ],
    ['that ends with a quotation', 'a workplace; as in "on the job";', 'a workplace; as in "on the job"', []],
    [
      'with whom it quotes',
      'excited; "a face ablaze"- Bram Stoker; "aflame with desire"',
      'excited',
      ['a face ablaze', 'aflame with desire'],
    ],
    ['without its last mark', 'in style; "classical Greek', 'in style', ['classical Greek']],
    ['with a colon before an example', 'take in: "she read it"', 'take in', ['she read it']],
  ])('%s', (_, gloss, definition, examples) => {
    expect(splitGloss(gloss)).toEqual({ definition, examples });
  });
});
