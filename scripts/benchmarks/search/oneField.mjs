import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { npmPeer, startPeer } from '../peer.mjs';
import { dist, percentile, ratio, report, timedAnswers } from '../support.mjs';

const { parseQuery } = dist('models/search/query/parseQuery');
const { search } = dist('models/search/ranking/search');
const { SegmentSet } = dist('models/search/segments/segmentSet');

/** BM25 over descriptions alone, beside bm25s (Python) and MiniSearch (JavaScript), from the same terms. */
export async function oneField(documents, queries, { k1, b, rounds, analyzer }) {
  const termsOf = (text) => analyzer.tokens(text).map(({ term }) => term);
  const texts = documents.map(({ texts: { description } }) => termsOf(description[0]).join(' '));
  const asked = queries.map((text) => [...parseQuery(text, analyzer).words.keys()].join(' '));
  const rows = [];

  const set = new SegmentSet(analyzer);
  let start = performance.now();
  set.put(
    documents.map((document) => ({
      ...document,
      texts: { names: [], aliases: [], description: document.texts.description, types: [], related: [] },
    })),
  );
  const indexMs = performance.now() - start;
  const same = (value) => ({
    names: value,
    aliases: value,
    description: value,
    types: value,
    related: value,
  });
  const parameters = { k1, weight: same(1), b: same(b), lengths: 'each' };
  const own = timedAnswers(queries, rounds, (text) =>
    search(set, { query: parseQuery(text, analyzer), parameters, first: 10 }),
  );
  const p95 = (answers) =>
    percentile(
      answers.map(({ ms }) => ms),
      0.95,
    );

  const { default: MiniSearch } = await npmPeer('minisearch', '7.2.0');
  const mini = new MiniSearch({
    fields: ['text'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
  });
  start = performance.now();
  mini.addAll(texts.map((text, id) => ({ id, text })));
  const miniMs = performance.now() - start;
  const byMini = timedAnswers(asked, rounds, (text) => mini.search(text).slice(0, 10));
  rows.push({
    what: 'one field: query, p95 / MiniSearch',
    target: '–',
    measured: ratio(p95(own), p95(byMini)),
  });
  rows.push({ what: 'one field: indexing / MiniSearch', target: '–', measured: ratio(indexMs, miniMs) });

  const folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-one-field-'));
  const file = path.join(folder, 'work.json');
  writeFileSync(file, JSON.stringify({ texts, queries: asked, k1, b, rounds }));
  const peer = await startPeer('oneField.py', [file], { requirements: 'search-requirements.txt' });
  try {
    const { indexMs: theirMs, times } = await peer.ask('measure');
    rows.push({
      what: 'one field: query, p95 / bm25s',
      target: '–',
      measured: ratio(p95(own), percentile(times, 0.95)),
    });
    rows.push({ what: 'one field: indexing / bm25s', target: '–', measured: ratio(indexMs, theirMs) });
  } finally {
    peer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  report(rows);
}
