import fc from 'fast-check';
import { Analyzer } from '../../../src/models/search/analysis';
import { highlight } from '../../../src/models/search/highlighting/highlight';
import { parseQuery } from '../../../src/models/search/query/parseQuery';

const analyzer = new Analyzer('en');
const marked = (text: string, query: string) => highlight(text, parseQuery(query, analyzer), analyzer);

describe('a highlight', () => {
  it('marks other forms of the words, with and without accents, and quoted stop words', () => {
    expect(marked('Cafés and dogs', 'cafe dog')).toEqual({
      text: 'Cafés and dogs',
      ranges: [
        { start: 0, end: 5 },
        { start: 10, end: 14 },
      ],
    });
    expect(marked('The Who', '"the who"')!.ranges).toHaveLength(2);
    expect(marked('who knows the man', '"the who"')).toBeUndefined(); // each of its words, but not the phrase
    expect(marked('the who, and cats', '"the who" cat')!.ranges).toHaveLength(3);
    expect(marked('a cat', 'dog')).toBeUndefined();
    expect(marked('', 'dog')).toBeUndefined();
  });

  it('shows of a long text the part with most of the words', () => {
    const filler = 'some other words that nobody looks for '.repeat(20);
    const text = `dog ${filler} a small dog and a cat in a tree ${filler}`;
    const { text: part, ranges } = marked(text, 'dog cat tree')!;
    expect(part.length).toBeLessThanOrEqual(240);
    expect(ranges.map(({ start, end }) => part.slice(start, end))).toEqual(['dog', 'cat', 'tree']);
    expect(text).toContain(part);
    expect(part).toMatch(/^\S.*\S$/);
  });

  it('marks what there is room for of a word that is longer than a part', () => {
    const long = '\u{10400}'.repeat(5000);
    const found = marked(`zz ${long}`, long)!;
    expect(found.text.isWellFormed()).toBe(true);
    expect(found.text.length).toBeLessThanOrEqual(240);
    expect(found.ranges).toEqual([{ start: 3, end: found.text.length }]);
  });

  it('gives a part of the text, with the words in it, for any text', () => {
    const words = fc.constantFrom(
      'dog',
      'dogs',
      'cat',
      'x'.repeat(300),
      'Straße',
      '犬',
      ' ',
      ', ',
      '\u{1f980}',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 120 }), (parts) => {
        const text = parts.join(' ');
        const found = marked(text, 'dog cat 犬');
        if (!found) return;
        expect(text).toContain(found.text);
        expect(found.text.length).toBeLessThanOrEqual(Math.max(240, 300));
        expect(found.ranges.length).toBeGreaterThan(0);
        for (const { start, end } of found.ranges)
          expect(['dog', 'dogs', 'cat', '犬']).toContain(found.text.slice(start, end));
      }),
    );
  });
});
