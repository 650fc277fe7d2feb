import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPeer } from './peer.mjs';
import { dist, report, wn18rr } from './support.mjs';
import { wordNetSplit } from './wordNetSplit.mjs';

const { linkQueries } = dist('models/blp/queries');
const { createRelationModel } = dist('models/blp/relationModels');
const { writeSafetensors } = dist('models/encoders/safetensors');
const { figuresOf, rankTriples } = dist('models/evaluation');
const { KnownTriples } = dist('models/triples/knownTriples');
const { askedOf } = dist('services/experiments/protocol');
const { readSplit } = dist('services/experiments/splitFolder');
const { Random } = dist('shared/random');
const { normalizeRows, rowOf } = dist('shared/vectors');

const dimension = 128;

/**
 * The test triples of an inductive split of WN18RR ranked among all entities, raw and filtered, heads and tails, beside
 * PyKEEN's evaluator on the same random vectors; one run of each.
 */
export async function evaluation({ models = ['transe', 'distmult'], triples: most = Infinity } = {}) {
  if (!existsSync(wn18rr)) {
    console.log(`Not measured: WN18RR is not at ${wn18rr}.`);
    return;
  }
  const made = await readSplit(await wordNetSplit());
  const { parts, vocabulary } = made;
  const { triples, candidates } = askedOf(made, 'test', 'dynamic');
  const vectors = {
    entities: drawn(vocabulary.entities.list.length),
    relations: drawn(vocabulary.relations.list.length),
  };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-evaluation-'));
  try {
    const peer = await startPeer('evaluation.py', handOver(folder, parts, vectors));
    for (const model of models) {
      const asked = triples.subarray(0, 3 * most);
      const own = await rank({ model, triples: asked, candidates, parts, vectors });
      const other = await peer.ask({ model, triples: asked.length / 3 });
      const seconds = ({ wall, cpu }) =>
        `${(wall / 1000).toFixed(1)} s (processor ${(cpu / 1000).toFixed(1)} s)`;
      report([
        {
          what: `${(asked.length / 3) * 2} rankings among ${candidates.length}, ${model}`,
          target: 'PyKEEN’s time',
          measured: `${seconds(own)}, PyKEEN ${seconds(other)}; MRR ${own.mrr.toFixed(8)} and ${other.mrr.toFixed(8)}`,
        },
      ]);
    }
    peer.stop();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `[rows, dimension]`, each of unit length, from a normal distribution. */
function drawn(rows) {
  const random = Random.of(0, 'vectors', rows);
  const normal = () =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  return normalizeRows(Float32Array.from({ length: rows * dimension }, normal), dimension);
}

function handOver(folder, parts, vectors) {
  const files = [path.join(folder, 'vectors.safetensors'), path.join(folder, 'triples.json')];
  const tensor = (data) => ({ shape: [data.length / dimension, dimension], data });
  writeSafetensors(files[0], { entities: tensor(vectors.entities), relations: tensor(vectors.relations) });
  const lists = Object.entries(parts).map(([name, { triples }]) => [name, [...triples]]);
  writeFileSync(files[1], JSON.stringify(Object.fromEntries(lists)));
  return files;
}

async function rank({ model: relationModel, triples, candidates, parts, vectors }) {
  const model = createRelationModel({ relationModel, distance: 'l1' });
  const vectorOf = (entity) => rowOf(vectors.entities, entity, dimension);
  const relationOf = (relation) => rowOf(vectors.relations, relation, dimension);
  const all = Object.values(parts).flatMap((part) => [...part.triples]);
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  const rankings = await rankTriples({
    ...{ triples, candidates, dimension, metric: model.metric, vectorOf },
    known: new KnownTriples(Int32Array.from(all), vectors.entities.length / dimension),
    queryOf: linkQueries(model, vectorOf, relationOf),
  });
  const { filtered } = figuresOf(rankings, [...Array(rankings.size).keys()]);
  const { user, system } = process.cpuUsage(cpu);
  return { wall: performance.now() - wall, cpu: (user + system) / 1000, mrr: filtered.realistic.mrr };
}
