import fc from 'fast-check';
import { Analyzer, languageCodes } from '../../../src/models/search/analysis';
import { plainWords, segmentedWords, wordsOf } from '../../../src/models/search/analysis/words';

const words = (text: string) => wordsOf(text).map(({ start, end }) => text.slice(start, end));
const terms = (text: string, language?: 'de' | 'none') =>
  new Analyzer(language).tokens(text).map(({ term }) => term);

describe('words', () => {
  it('of plain texts are those of UAX 29, found without its segmenter', () => {
    const characters = Array.from('aZéßΩйա109\'.’·,;-/ ()"&%$“”…«»‘^`´¨ªº²\n\u0301');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...characters), { maxLength: 12 }), (some) => {
        const text = some.join('');
        expect(plainWords(text)).toEqual(segmentedWords(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('of any text lie in order within it, and hold a letter or a digit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let before = 0;
        for (const { start, end } of wordsOf(text)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('are found in scripts without spaces', () => {
    expect(words('東京都に住む')).toEqual(['東京', '都', 'に', '住む']);
    expect(words('AC/DC, o’clock: 3.14 can’t')).toEqual(['AC', 'DC', 'o’clock', '3.14', 'can’t']);
    expect(words('')).toEqual([]);
    expect(words('?!…')).toEqual([]);
  });
});

describe('an analyzer', () => {
  it('folds case, accents and endings, and tells stop words', () => {
    expect(terms("John Lennon's parents")).toEqual(terms('john lennon parent'));
    expect(terms('CAFÉS')).toEqual(terms('cafe'));
    expect(terms('Straße Øre ﬁne', 'none')).toEqual(['strasse', 'ore', 'fine']);
    expect(terms('Häuser', 'de')).toEqual(terms('Haus', 'de'));
    const stops = new Analyzer().tokens('what is the longest river').map(({ isStopWord }) => isStopWord);
    expect(stops).toEqual([true, true, true, false, false]);
  });

  it('keeps offsets into the text as it was given', () => {
    const text = '  Ｆｕｌｌ-width CAFÉS…';
    const found = new Analyzer('none').tokens(text);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Ｆｕｌｌ', 'width', 'CAFÉS']);
    expect(found.map(({ term }) => term)).toEqual(['full', 'width', 'cafes']);
  });

  it.each(languageCodes)('of language %s gives every word a term that is well-formed', (language) => {
    const analyzer = new Analyzer(language);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        for (const { term } of analyzer.tokens(text)) {
          expect(term).not.toBe('');
          expect(term.isWellFormed()).toBe(true);
          expect(term.length).toBeLessThanOrEqual(64);
        }
      }),
      { numRuns: 50 },
    );
  });
});
