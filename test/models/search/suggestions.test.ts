import fc from 'fast-check';
import { Analyzer } from '../../../src/models/search/analysis';
import { SegmentSet } from '../../../src/models/search/segments/segmentSet';
import { suggest } from '../../../src/models/search/suggestions/suggest';
import { foldedName, nameTable } from '../../../src/models/search/suggestions/nameTable';
import { nearPrefixes, withPrefix } from '../../../src/models/search/suggestions/nearPrefixes';
import { compareStrings, stringAt, toStrings } from '../../../src/models/search/segments/strings';

/** Optimal string alignment, as its definition says it. */
function edits(a: readonly string[], b: readonly string[]): number {
  const known = new Map<string, number>();
  const of = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    let least = Math.min(
      of(i - 1, j) + 1,
      of(i, j - 1) + 1,
      of(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
    );
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
      least = Math.min(least, of(i - 2, j - 2) + 1);
    known.set(key, least);
    return least;
  };
  return of(a.length, b.length);
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '東', '\u{1F9CB}'), maxLength: 7 });

describe('what is typed', () => {
  it('finds all texts of which a beginning is near, and no others', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 40 }),
        text,
        fc.integer({ min: 0, max: 2 }),
        (texts, typed, most) => {
          const sorted = [...texts].sort(compareStrings);
          const found = [...nearPrefixes(toStrings(sorted), typed, most)];
          const expected = sorted.flatMap((own, entry) => {
            const characters = Array.from(own);
            const each = Array.from({ length: characters.length + 1 }, (_, length) =>
              edits(Array.from(typed), characters.slice(0, length)),
            );
            const least = Math.min(...each);
            return least <= most ? [{ entry, edits: least, reach: each.lastIndexOf(least) }] : [];
          });
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('finds the texts that begin with it', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), text, (texts, typed) => {
        const sorted = [...texts].sort(compareStrings);
        const { from, to } = withPrefix(toStrings(sorted), typed);
        expect(sorted.slice(from, to)).toEqual(sorted.filter((own) => own.startsWith(typed)));
      }),
    );
  });
});

describe('the names', () => {
  it('have an entry for each word, without case and accents', () => {
    const texts = { names: ['Café au  Lait'], aliases: ['AC/DC'], description: [], types: [], related: [] };
    const table = nameTable([{ texts }]);
    const entries = Array.from(table.documents, (_, entry) => [
      stringAt(table.texts, entry),
      table.kinds[entry],
    ]);
    expect(entries).toEqual([
      ['ac/dc', 1],
      ['au lait', 2],
      ['cafe au lait', 0],
      ['dc', 3],
      ['lait', 2],
    ]);
    expect(foldedName('CAFÉ  ')).toBe('cafe ');
    expect(foldedName('\u{1F9CB}'.repeat(100)).isWellFormed()).toBe(true);
  });
});

describe('suggestions', () => {
  const name = fc.array(fc.constantFrom('ab', 'abc', 'a', 'bc', 'c東'), { minLength: 1, maxLength: 3 });
  const documents = fc.array(
    fc.record({
      names: fc.array(name, { maxLength: 2 }),
      aliases: fc.array(name, { maxLength: 2 }),
      popularity: fc.nat(2),
    }),
    { maxLength: 25 },
  );

  it('are those that a look at every word of every name gives, best first, each document once', () => {
    fc.assert(
      fc.property(
        documents,
        fc.constantFrom('a', 'ab', 'b', 'c', 'bc', 'x'),
        fc.integer({ min: 1, max: 8 }),
        (drawn, typed, first) => {
          const joined = (parts: string[][]) => parts.map((words) => words.join(' '));
          const all = drawn.map(({ names, aliases, popularity }, i) => ({
            ...{ id: `d${i}`, version: 0, popularity, keys: [] },
            texts: {
              names: joined(names),
              aliases: joined(aliases),
              description: [],
              types: [],
              related: [],
            },
          }));
          const set = new SegmentSet(new Analyzer('none'));
          set.put(all.slice(0, 10));
          set.put(all.slice(10));
          const entries = all.flatMap(({ id, popularity, texts }) =>
            (['names', 'aliases'] as const).flatMap((field, isAlias) =>
              texts[field].flatMap((own) =>
                own.split(' ').map((_, word, words) => {
                  const text = words.slice(word).join(' ');
                  return {
                    id,
                    popularity,
                    text,
                    kind: (word > 0 ? 2 : 0) + isAlias,
                    length: Buffer.byteLength(text),
                  };
                }),
              ),
            ),
          );
          const expected = entries
            .filter(({ text: own }) => own.startsWith(typed))
            .sort(
              (a, b) =>
                a.kind - b.kind ||
                b.popularity - a.popularity ||
                a.length - b.length ||
                (a.id < b.id ? -1 : 1),
            )
            .map(({ id }) => id);
          expect(suggest(set, typed, first)).toEqual([...new Set(expected)].slice(0, first));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['.net', '.NET framework'],
    ['$wag', '$wag'],
    ["'allo", "'Allo 'Allo"],
    ['allo', "'Allo 'Allo"],
    ['🙂', '🙂'],
    ['¿qué', '¿Qué pasa?'],
    ['#net', '.NET framework'],
  ])('complete names that begin with a sign, and pass over one that is typed: %s', (typed, expected) => {
    const set = new SegmentSet(new Analyzer('none'));
    const names = ['.NET framework', '$wag', "'Allo 'Allo", '🙂', '¿Qué pasa?'];
    set.put(
      names.map((own) => ({
        ...{ id: own, version: 0, popularity: 0, keys: [] },
        texts: { names: [own], aliases: [], description: [], types: [], related: [] },
      })),
    );
    expect(suggest(set, typed, 3)).toEqual([expected]);
  });

  it.each([
    ['amazn', 'Amazon'],
    ['bycicle', 'bicycle'],
    ['selfei', 'selfie'],
  ])('forgive an error before they leave out what was typed: %s', (typed, expected) => {
    const set = new SegmentSet(new Analyzer('none'));
    const names = ['amaze', 'Amanita', 'Amazon', 'bycatch', 'bicycle', 'selfish', 'selfless', 'selfie'];
    set.put(
      names.map((own) => ({
        ...{ id: own, version: 0, popularity: own === expected ? 0 : 50, keys: [] },
        texts: { names: [own], aliases: [], description: [], types: [], related: [] },
      })),
    );
    expect(suggest(set, typed, 3)[0]).toBe(expected);
  });
});
