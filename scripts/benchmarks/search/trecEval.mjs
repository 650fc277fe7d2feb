import { existsSync } from 'node:fs';
import path from 'node:path';
import { startPeer } from '../peer.mjs';
import { dist, report, root } from '../support.mjs';

const { readJudgments, readRun } = dist('formats/trec');
const { inTrecOrder, retrievalFigures } = dist('models/metrics/retrievalFigures');

const collection = path.resolve(root, '../shared/data/dbpedia-entity-v2');

/** Figures of each query of the given runs of DBpedia-Entity v2, beside trec_eval's own. */
export async function trecEval() {
  if (!existsSync(collection)) {
    console.log(`Not measured: DBpedia-Entity v2 is not at ${collection}.`);
    return;
  }
  const qrels = path.join(collection, 'qrels-v2.txt');
  const judgments = await readJudgments(qrels);
  const peer = await startPeer('trecEval.py', [qrels], { requirements: 'search-requirements.txt' });
  try {
    for (const name of ['fsdm', 'sdm']) {
      const file = path.join(collection, 'runs', `${name}.treceval`);
      const theirs = await peer.ask(file);
      const run = await readRun(file);
      let most = 0;
      for (const [query, figures] of Object.entries(theirs)) {
        const ours = retrievalFigures(inTrecOrder(run.get(query)), judgments.get(query));
        for (const [figure, value] of Object.entries(figures))
          most = Math.max(most, Math.abs(ours[figure] - value));
      }
      report([
        {
          what: `${Object.keys(theirs).length} queries of ${name.toUpperCase()}'s run: most that a figure differs from trec_eval's`,
          target: '≤ 1e-4',
          measured: most.toExponential(1),
        },
      ]);
    }
  } finally {
    peer.stop();
  }
}
