import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dist, percentile, report } from '../support.mjs';

const { defaultParameters } = dist('models/search/ranking/defaultParameters');
const { SearchEngine } = dist('models/search/engine/searchEngine');
const { Random } = dist('shared/random');

const words = 40;
const vocabulary = 500_000;
const chunk = 20_000;

/** Documents of words that are as frequent as words are (Zipf): query time, memory and loading at size. */
export async function millionDocuments({ count = 1_000_000, queries = 500 } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-million-'));
  const random = Random.of(0, 'million');
  // Rank r of n with probability about 1 / (r ln n).
  const word = () => `w${Math.floor(Math.exp(random.uniform() * Math.log(vocabulary)))}`;
  const text = (length) => Array.from({ length }, word).join(' ');
  try {
    const { engine } = await SearchEngine.open({ language: 'none' });
    let start = performance.now();
    for (let from = 0; from < count; from += chunk) {
      const documents = Array.from({ length: Math.min(chunk, count - from) }, (_, i) => ({
        ...{ id: `d${from + i}`, version: 0, popularity: 0, keys: [] },
        texts: { names: [text(2)], aliases: [], description: [text(words - 2)], types: [], related: [] },
      }));
      await engine.put(documents);
    }
    await engine.settle();
    const indexing = (performance.now() - start) / 1000;
    await engine.save(folder, 0);
    await engine.close();

    const before = process.memoryUsage.rss();
    start = performance.now();
    const again = await SearchEngine.open({ language: 'none', folder });
    const loading = (performance.now() - start) / 1000;
    const times = [];
    for (let i = 0; i < 2 * queries; i++) {
      const asked = { text: text(3), parameters: defaultParameters, first: 10 };
      start = performance.now();
      await again.engine.search(asked);
      if (i >= queries) times.push(performance.now() - start);
    }
    const memory = (process.memoryUsage.rss() - before) / 2 ** 20;
    await again.engine.close();
    const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(1));
    report([
      {
        what: `${count} documents of ${words} words: 3-word queries`,
        target: 'p95 ≤ 40 ms',
        measured: `p50 ${p50} ms, p95 ${p95} ms`,
      },
      {
        what: 'memory after loading and asking',
        target: '≤ 2048 MiB',
        measured: `${Math.round(memory)} MiB`,
      },
      { what: 'loading', target: '≤ 10 s', measured: `${loading.toFixed(1)} s` },
      { what: 'indexing', target: '–', measured: `${indexing.toFixed(0)} s` },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
