import { luceneSearch } from './lucene.mjs';
import { millionDocuments } from './millionDocuments.mjs';
import { oneField } from './oneField.mjs';
import { dist, percentile, ratio, report, timedAnswers } from '../support.mjs';
import { trecEval } from './trecEval.mjs';

const { readWordNet } = dist('formats/wordnet');
const { Analyzer } = dist('models/search/analysis');
const { parseQuery } = dist('models/search/query/parseQuery');
const { search: searchSet } = dist('models/search/ranking/search');
const { SegmentSet } = dist('models/search/segments/segmentSet');
const { Random } = dist('shared/random');

const fields = ['names', 'description', 'related'];
const weights = [5, 1, 1];
const [k1, b] = [1.2, 0.75];
const rounds = 7;
const queryCount = 1000;

/** Scores of float32 sums differ by this much where the formula is the same. */
const rounding = 1e-4;

/** BM25F over WordNet beside Lucene's CombinedFieldQuery, BM25 beside other libraries, and a million documents. */
export async function search() {
  const documents = await wordNetDocuments();
  const analyzer = new Analyzer('en');
  const queries = drawQueries(documents, analyzer);
  const termsOf = (text) => analyzer.tokens(text).map(({ term }) => term);
  const analysed = documents.map(({ id, texts }) => ({
    id,
    fields: fields.map((field) => texts[field].flatMap(termsOf)),
  }));
  const ours = measure(documents, queries);
  const lucene = await luceneSearch({
    ...{ weights, k1, b, rounds },
    documents: analysed,
    queries: queries.map((text) =>
      Array.from(parseQuery(text, analyzer).words, ([word, times]) => Array(times).fill(word)).flat(),
    ),
  });
  const agreeing = ours.answers.filter(({ hits }, q) => agree(hits, lucene.answers[q].hits)).length;
  const theirs = lucene.answers.map(({ ms }) => ms);
  const [own50, own95] = [0.5, 0.95].map((share) =>
    percentile(
      ours.answers.map(({ ms }) => ms),
      share,
    ),
  );
  const [their50, their95] = [0.5, 0.95].map((share) => percentile(theirs, share));
  const memory = Math.round(process.memoryUsage.rss() / 2 ** 20);
  report([
    {
      what: `top 10 of ${queryCount} queries over ${documents.length} synsets, as Lucene's up to ties`,
      target: '≥ 99%',
      measured: `${((100 * agreeing) / queryCount).toFixed(1)}%`,
    },
    { what: 'query, p50 / Lucene', target: '≤ 1', measured: ratio(own50, their50) },
    { what: 'query, p95 / Lucene', target: '≤ 1', measured: ratio(own95, their95) },
    {
      what: 'indexing of terms, wall / Lucene',
      target: '≤ 2',
      measured: ratio(indexTerms(analysed), lucene.indexMs),
    },
    {
      what: 'indexing of texts, wall / Lucene’s of terms',
      target: '–',
      measured: ratio(ours.indexMs, lucene.indexMs),
    },
    {
      what: 'index in memory, beside Lucene’s on disk',
      target: '–',
      measured: `${mebibytes(ours.bytes)}, ${mebibytes(lucene.bytes)} (process with WordNet's texts ${memory} MiB)`,
    },
  ]);
  await oneField(documents, queries, { k1, b, rounds, analyzer });
  await millionDocuments();
  await trecEval();
}

/** What Kindred indexes of WordNet: names with aliases, descriptions, names of what triples link. */
export async function wordNetDocuments() {
  const { synsets } = await readWordNet();
  const names = new Map(synsets.map(({ entity }) => [entity.id, entity.name]));
  const related = new Map(synsets.map(({ entity }) => [entity.id, new Set()]));
  for (const { triples } of synsets) {
    for (const { head, tail } of triples) {
      related.get(head)?.add(names.get(tail));
      related.get(tail)?.add(names.get(head));
    }
  }
  return synsets.map(({ entity: { id, name, aliases, description } }) => ({
    ...{ id, version: 0, popularity: 0, keys: [] },
    texts: {
      names: [name, ...aliases],
      aliases: [],
      description: [description],
      types: [],
      related: [...related.get(id)].filter((text) => text !== undefined).slice(0, 50),
    },
  }));
}

/** One to four words out of the texts of an entity that is drawn. */
export function drawQueries(documents, analyzer) {
  const random = Random.of(0, 'queries');
  const drawn = [];
  while (drawn.length < queryCount) {
    const { texts } = documents[random.below(documents.length)];
    const words = [...texts.names, ...texts.description].join(' ').match(/[a-z]{2,}/gi) ?? [];
    const text = Array.from({ length: 1 + random.below(4) }, () => words[random.below(words.length)]).join(
      ' ',
    );
    if (words.length > 0 && parseQuery(text, analyzer).words.size > 0) drawn.push(text);
  }
  return drawn;
}

function measure(documents, queries) {
  const analyzer = new Analyzer('en');
  const set = new SegmentSet(analyzer);
  const start = performance.now();
  set.put(documents);
  const indexMs = performance.now() - start;
  const parameters = {
    k1,
    weight: { names: weights[0], aliases: 1, description: weights[1], types: 1, related: weights[2] },
    b: { names: b, aliases: b, description: b, types: b, related: b },
    lengths: 'bytes',
  };
  const answers = timedAnswers(queries, rounds, (text) => {
    const query = parseQuery(text, analyzer);
    return searchSet(set, { query, parameters, first: 10 }).map(({ id, score }) => [id, score]);
  });
  return { indexMs, answers, bytes: sizeOf(set.all[0].segment) };
}

/** Milliseconds for what Lucene does: texts that are terms already. */
function indexTerms(analysed) {
  const analyzer = { tokens: (text) => (text === '' ? [] : text.split(' ').map((term) => ({ term }))) };
  const documents = analysed.map(({ id, fields: [names, description, related] }) => ({
    ...{ id, version: 0, popularity: 0, keys: [] },
    texts: {
      names: [names.join(' ')],
      aliases: [],
      description: [description.join(' ')],
      types: [],
      related: [related.join(' ')],
    },
  }));
  const set = new SegmentSet(analyzer);
  const start = performance.now();
  set.put(documents);
  return performance.now() - start;
}

/** Whether both have the same scores, and the same documents above the last place's score. */
function agree(own, other) {
  if (own.length !== other.length) return false;
  if (own.length === 0) return true;
  const near = (x, y) => Math.abs(x - y) <= rounding * Math.max(x, y);
  if (!own.every(([, score], i) => near(score, other[i][1]))) return false;
  const last = own.at(-1)[1];
  const above = (hits) => hits.filter(([, score]) => !near(score, last)).map(([id]) => id);
  return JSON.stringify(above(own).sort()) === JSON.stringify(above(other).sort());
}

function sizeOf(value) {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum, own) => sum + sizeOf(own), 0)
    : 0;
}

const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
