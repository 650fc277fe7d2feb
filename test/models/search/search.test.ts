import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { Analyzer } from '../../../src/models/search/analysis';
import { loadIndex, saveIndex } from '../../../src/models/search/engine/indexFolder';
import { type Field, fields, type SearchDocument } from '../../../src/models/search/document';
import type { DocumentFilter } from '../../../src/models/search/query/filter';
import { mostPhrases, parseQuery } from '../../../src/models/search/query/parseQuery';
import { type Bm25fParameters, leastWeight } from '../../../src/models/search/ranking/bm25f';
import { counts } from '../../../src/models/search/ranking/counts';
import { type Hit, search } from '../../../src/models/search/ranking/search';
import { SegmentSet } from '../../../src/models/search/segments/segmentSet';
import { suggest } from '../../../src/models/search/suggestions/suggest';
import { sampleQuery } from '../../../src/models/search/training/sampleQuery';
import { mergeSegments } from '../../../src/models/search/segments/mergeSegments';
import { coordinateAscent } from '../../../src/models/search/training/coordinateAscent';
import { meanNdcg, rankSample } from '../../../src/models/search/training/judgedSample';
import { Random } from '../../../src/shared/random';

const analyzer = new Analyzer();
const parameters: Bm25fParameters = {
  k1: 1.2,
  weight: { names: 3, aliases: 2, description: 1, types: 0.5, related: 0.3 },
  b: { names: 0.4, aliases: 0.3, description: 0.75, types: 0, related: 1 },
  lengths: 'each',
};
const vocabulary = Array.from({ length: 30 }, (_, i) => `word${i}`);

/** Documents of random words, the first ones common, the last ones rare. */
function someDocuments(count: number, seed: number, prefix = 'd'): SearchDocument[] {
  const random = Random.of(seed, 'documents');
  const word = () => vocabulary[Math.floor(vocabulary.length * random.uniform() ** 3)]!;
  const text = (most: number) => Array.from({ length: random.below(most + 1) }, word).join(' ');
  return Array.from({ length: count }, (_, i) => ({
    id: `${prefix}${(i * 7919) % 10_007}`,
    version: 1,
    popularity: i % 5,
    texts: {
      names: [text(3)],
      aliases: Array.from({ length: random.below(3) }, () => text(2)),
      description: [text(40)],
      types: random.below(2) === 0 ? [] : [text(1)],
      related: Array.from({ length: random.below(4) }, () => text(3)),
    },
    keys: [`type:${random.below(3)}`],
  }));
}

/** BM25F of every document, from the texts: the formula and nothing else. */
function byFormula(
  documents: readonly SearchDocument[],
  query: string,
  { k1, weight, b, lengths }: Bm25fParameters = parameters,
): Hit[] {
  const words = (document: SearchDocument, field: Field) =>
    document.texts[field].flatMap((text) => analyzer.tokens(text).map(({ term }) => term));
  const count = documents.length;
  const average = (field: Field) =>
    documents.reduce((sum, document) => sum + words(document, field).length, 0) / count;
  const averages = Object.fromEntries(fields.map((field) => [field, average(field)]));
  const scores = documents.map(() => 0);
  for (const { term, isStopWord } of analyzer.tokens(query)) {
    if (isStopWord) continue;
    const found = documents.map((document) => {
      const parts = fields.map((field) => ({
        field,
        times: words(document, field).filter((word) => word === term).length,
        length: words(document, field).length,
      }));
      if (lengths !== 'each') {
        const stored = lengths === 'bytes' ? inByte : (value: number) => value;
        const times = parts.reduce((sum, { field, times: own }) => sum + weight[field] * own, 0);
        const sum = parts.reduce((all, { field, length: own }) => all + weight[field] * stored(own), 0);
        const length = lengths === 'bytes' ? inByte(Math.round(sum)) : sum;
        const mean = fields.reduce((sum, field) => sum + weight[field] * averages[field]!, 0);
        return times / (1 - b.names + (b.names * length) / mean);
      }
      return parts
        .filter(({ times }) => times > 0)
        .reduce(
          (sum, { field, times, length }) =>
            sum + (weight[field] * times) / (1 - b[field] + (b[field] * length) / averages[field]!),
          0,
        );
    });
    const having = documents.filter((document) =>
      fields.some((field) => words(document, field).includes(term)),
    );
    const idf = Math.log(1 + (count - having.length + 0.5) / (having.length + 0.5));
    found.forEach((f, i) => (scores[i]! += f === 0 ? 0 : (idf * f) / (k1 + f)));
  }
  return documents
    .map(({ id }, i) => ({ id, score: scores[i]! }))
    .filter(({ score }) => score > 0)
    .sort((a, z) => z.score - a.score || (a.id < z.id ? -1 : 1));
}

/** Four significant bits of what is above 24, as Lucene's `SmallFloat` keeps them. */
function inByte(length: number): number {
  if (length < 40) return length;
  const bits = (length - 24).toString(2);
  return 24 + parseInt(bits.slice(0, 4).padEnd(bits.length, '0'), 2);
}

const ask = (index: SegmentSet, text: string, first = 10, own = parameters) =>
  search(index, { query: parseQuery(text, analyzer), parameters: own, first });

function expectSame(found: readonly Hit[], expected: readonly Hit[]): void {
  expect(found.map(({ score }) => score)).toEqual(
    expected.map(({ score }) => expect.closeTo(score, 10) as number),
  );
  // Scores that differ by rounding alone may stand in either order.
  const rounded = (hits: readonly Hit[]) => hits.map(({ id, score }) => `${score.toFixed(9)} ${id}`).sort();
  expect(rounded(found)).toEqual(rounded(expected));
}

describe('search', () => {
  const documents = someDocuments(700, 1);
  const index = new SegmentSet(analyzer);
  index.put(documents);

  it.each([
    'word0',
    'word29',
    'word0 word1 word2',
    'word3 word17 word3',
    'word0 word28 word29 word12',
    'nothing',
  ])('gives the scores of the formula: %s', (query) => {
    for (const lengths of ['each', 'combined', 'bytes'] as const) {
      const own = { ...parameters, lengths };
      const expected = byFormula(documents, query, own);
      expectSame(ask(index, query, 1000, own), expected);
      for (const first of [1, 10]) {
        const scores = ask(index, query, first, own).map(({ score }) => score);
        const best = expected.slice(0, first).map(({ score }) => expect.closeTo(score, 10) as number);
        expect(scores).toEqual(best);
      }
    }
  });

  it('finds the same best whatever is left out on the way', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 60 }),
        fc.record({
          k1: fc.double({ min: 0, max: 5, noNaN: true }),
          b: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        (words, first, { k1, b }) => {
          const same = Object.fromEntries(fields.map((field) => [field, b])) as Record<Field, number>;
          const own = { ...parameters, k1, b: same };
          const text = words.join(' ');
          expect(ask(index, text, first, own)).toEqual(ask(index, text, 1000, own).slice(0, first));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('tuning', () => {
  const documents = someDocuments(300, 2);
  const index = new SegmentSet(analyzer);
  index.put(documents.slice(0, 200));
  index.put(documents.slice(200));
  const sampleOf = (text: string) =>
    sampleQuery(
      index,
      parseQuery(text, analyzer),
      documents.map(({ id }) => id),
    );

  it('scores a sample as the search scores', () => {
    for (const query of ['word3', 'word0 word5 word5 word20', 'nothing']) {
      const found = ask(index, query, 1000);
      const ranked = rankSample(sampleOf(query), parameters);
      expectSame(ranked, found);
    }
  });

  it('finds the field that answers are named in', async () => {
    // Of use is what has the word among its names; by the start it counts in descriptions alone.
    const judged = ['word0', 'word1', 'word2', 'word4'].map((word) => ({
      sample: sampleOf(word),
      grades: new Map(
        documents.map(({ id, texts }) => [id, texts.names.join(' ').split(' ').includes(word) ? 1 : 0]),
      ),
    }));
    const start = {
      ...parameters,
      weight: { names: leastWeight, aliases: 1, description: 1, types: 1, related: 1 },
    };
    const objective = (own: Bm25fParameters) => meanNdcg(judged, own);
    const found = await coordinateAscent({ start, objective, restarts: 0 });
    expect(objective(start)).toBeLessThan(0.6);
    expect(found.objective).toBeGreaterThan(0.99);
    expect(objective(found.parameters)).toBe(found.objective);
    expect(await coordinateAscent({ start, objective, restarts: 0 })).toEqual(found);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(coordinateAscent({ start, objective, signal })).rejects.toThrow('enough');
    // Of weight 0 a field's documents would be counted and not given.
    for (const weight of Object.values(found.parameters.weight)) expect(weight).toBeGreaterThan(0);
  });
});

describe('an index that changes', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-index-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const change = fc.oneof(
    { weight: 4, arbitrary: fc.record({ put: fc.integer({ min: 1, max: 40 }), seed: fc.nat(1000) }) },
    { weight: 2, arbitrary: fc.record({ remove: fc.integer({ min: 0, max: 100 }) }) },
    { weight: 2, arbitrary: fc.record({ merge: fc.nat(100) }) },
  );

  it('answers as one that is built anew, also when it was saved and loaded', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const index = new SegmentSet(analyzer);
        const now = new Map<string, SearchDocument>();
        for (const step of changes) {
          if ('put' in step) {
            const documents = someDocuments(step.put, step.seed).map((document, i) => ({
              ...document,
              id: `d${(i * (step.seed + 1)) % 50}`,
            }));
            index.put(documents);
            for (const document of documents) now.set(document.id, document);
          } else if ('remove' in step) {
            const ids = [`d${step.remove % 60}`, `d${(step.remove * 3) % 60}`];
            index.remove(ids);
            for (const id of ids) now.delete(id);
          } else {
            const merge = index.beginMerge();
            // What changes while it goes on must not be lost.
            const gone = `d${step.merge % 50}`;
            const made = merge && mergeSegments(merge.parts);
            index.remove([gone]);
            now.delete(gone);
            const renamed = { ...someDocuments(1, step.merge)[0]!, id: `d${(step.merge * 7 + 1) % 50}` };
            index.put([renamed]);
            now.set(renamed.id, renamed);
            if (merge) index.finishMerge(merge, made!);
          }
        }
        const anew = new SegmentSet(analyzer);
        anew.put([...now.values()]);
        const loaded = new SegmentSet(analyzer);
        const origin = { language: 'en', source: 'here' } as const;
        saveIndex(folder, index, { ...origin, mark: 1 });
        expect(loadIndex(folder, loaded, origin)).toBe(1);
        expect(loaded.statistics).toEqual(index.statistics);
        for (const id of now.keys()) expect(loaded.versionOf(id)).toBe(now.get(id)!.version);
        expect(index.statistics.documents).toBe(now.size);
        for (const typed of ['wo', 'word1 wo', 'wrod2'])
          for (const own of [index, loaded]) expect(suggest(own, typed, 9)).toEqual(suggest(anew, typed, 9));
        for (const query of ['word0 word5', 'word2', '"word0 word1" word3', 'word29 word20 word11 word1']) {
          for (const own of [index, loaded]) expect(ask(own, query, 7)).toEqual(ask(anew, query, 7));
          const parsed = parseQuery(query, analyzer);
          const all = search(index, { query: parsed, parameters, first: 1000 });
          const some = [...now.keys(), 'nowhere'].filter((_, i) => i % 3 === 0);
          const types = (id: string) => now.get(id)!.keys;
          const filters: [DocumentFilter, (id: string) => boolean][] = [
            [{}, () => true],
            [{ keys: [['type:1', 'type:2']] }, (id) => !types(id).includes('type:0')],
            [{ only: some }, (id) => some.includes(id)],
            [
              { without: some, keys: [['type:1']] },
              (id) => !some.includes(id) && types(id).includes('type:1'),
            ],
          ];
          for (const [filter, passes] of filters) {
            const found = counts(index, { query: parsed, filter }, 'type:');
            expect(found).toEqual(counts(anew, { query: parsed, filter }, 'type:'));
            expect(found.total).toBe(all.filter(({ id }) => passes(id)).length);
            const asked = { query: parsed, parameters, first: 20, filter };
            expect(search(index, asked)).toEqual(search(anew, asked));
            expect(search(index, asked)).toEqual(all.filter(({ id }) => passes(id)).slice(0, 20));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a query', () => {
  it('has each phrase once, and no more than are looked for', () => {
    const parse = (text: string) => parseQuery(text, analyzer);
    expect(parse('"a dog" “A dogs” "cat" a')).toMatchObject({
      phrases: [['a', 'dog'], ['cat']],
      truncated: false,
    });
    const many = parse('abcdefghijkl'.replace(/./g, '"$&" '));
    expect(many).toMatchObject({ phrases: { length: mostPhrases }, truncated: true });
  });
});
