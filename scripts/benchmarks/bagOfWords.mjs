import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inCache } from '../setup/support/places.mjs';
import { startPeer } from './peer.mjs';
import { dist, report, wn18rr } from './support.mjs';
import { wordNetSplit } from './wordNetSplit.mjs';

const { baseEncoderFolder, loadSettings } = dist('config');
const { encoderToTrain } = dist('models/encoders');
const { writeSafetensors } = dist('models/encoders/safetensors');
const { parseTrainingSettings } = dist('models/training');
const { batchCount } = dist('models/training/batches');
const { entityTexts } = dist('services/experiments/dataset');
const { evaluateLinkPrediction } = dist('services/experiments/evaluation');
const { trainOnSplit } = dist('services/experiments/training');
const { readSplit } = dist('services/experiments/splitFolder');

const text = path.join(wn18rr, 'entity2text.txt');

/** How far apart the two may be: about what another seed changes. */
const tolerance = 0.01;

/**
 * `be-bow` by the paper's settings on an inductive split of WN18RR, and the same trained in PyTorch from the same
 * tokens: test MRR of both; PyTorch's by its last weights and by those that were best on validation triples. Begun again after a stop, Kindred's part goes on from its last checkpoint.
 */
export async function bagOfWords({ epochs = 80 } = {}) {
  if (!existsSync(wn18rr)) {
    console.log(`Not measured: WN18RR is not at ${wn18rr}.`);
    return;
  }
  const split = await wordNetSplit();
  const settings = parseTrainingSettings({ encoder: 'be-bow', epochs });
  const own = await ours(split, settings);
  const other = await pyTorch(split, settings);
  report(
    ['mrr', 'hits@1', 'hits@3', 'hits@10'].map((name) => ({
      what: `be-bow, ${epochs} epochs, WN18RR inductive, seed 0: ${name}`,
      target: name === 'mrr' ? `within ${tolerance} of PyTorch` : 'none',
      measured:
        `${own[name].toFixed(4)}, PyTorch ${other.last[name].toFixed(4)} at the end, ` +
        `${other.best[name].toFixed(4)} after step ${other.best.step}`,
    })),
  );
  console.log(
    `processor time of training: ${own.cpu.toFixed(0)} s (what an earlier call took is not in it), PyTorch ${other.cpu.toFixed(0)} s`,
  );
}

async function ours(split, settings) {
  const folder = inCache('benchmarks', `be-bow-${settings.epochs}`);
  const start = process.cpuUsage();
  await trainOnSplit({
    ...{ split, text, settings, folder },
    baseEncoder: (kind) => baseEncoderFolder(loadSettings(), kind),
    onProgress: () => {},
    onLog: (line) => console.error(`  ${line}`),
    signal: new AbortController().signal,
  });
  const { user, system } = process.cpuUsage(start);
  const found = await evaluateLinkPrediction({ model: folder, split, text, part: 'test' });
  return { ...found.all.filtered.realistic, cpu: (user + system) / 1e6 };
}

async function pyTorch(folder, settings) {
  const { vocabulary, parts } = await readSplit(folder);
  const texts = await entityTexts(text, vocabulary.entities.list);
  const encoder = await encoderToTrain('be-bow', baseEncoderFolder(loadSettings()), texts, settings);
  const [[name, shape]] = Object.entries(encoder.weightShapes);
  const start = encoder.initialWeights(settings.seed);
  const handed = mkdtempSync(path.join(os.tmpdir(), 'kindred-bag-of-words-'));
  const [work, table] = [path.join(handed, 'work.json'), path.join(handed, 'table.safetensors')];
  writeSafetensors(table, { table: { shape, data: start[name].dataSync() } });
  const batches = batchCount(parts.train.triples.length / 3, settings.batchSize);
  const steps = Math.round(settings.epochs * batches);
  writeFileSync(
    work,
    JSON.stringify({
      settings: {
        ...settings,
        steps,
        every: Math.ceil(steps / 10),
        validationTriples: settings.validation.triples,
      },
      texts: encoder.tokenize(texts).ids.map((ids) => [...ids]),
      relations: vocabulary.relations.list.length,
      // Rows go by part: new entities of the test come last.
      candidates: parts.train.entities.length + parts.valid.entities.length,
      triples: Object.fromEntries(['train', 'valid', 'test'].map((part) => [part, [...parts[part].triples]])),
    }),
  );
  const peer = await startPeer('bagOfWords.py', [work, table], { tells: true });
  try {
    return await peer.ask('train');
  } finally {
    peer.stop();
    rmSync(handed, { recursive: true });
  }
}
