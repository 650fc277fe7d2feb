import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDirectory } from '../setup/support/directory.mjs';
import { inCache } from '../setup/support/places.mjs';
import { startPeer } from './peer.mjs';
import { dist, machine, percentile, report, root, wn18rr } from './support.mjs';
import {
  batchesOf,
  evenGraph,
  forPeer,
  Run,
  settings,
  startingState,
  wordNetGraph,
} from './trainingWork.mjs';

const { tf } = dist('models/backend');
const { createEncoder } = dist('models/encoders');
const { readBertConfig } = dist('models/encoders/bert/bertConfig');
const { writeSafetensors } = dist('models/encoders/safetensors');
const { baseEncoderFolder, loadSettings } = dist('config');

/** Between turns: threads that wait for more work keep a core busy for a while. */
const restMs = 300;

/**
 * A training step of MiniLM beside the same step in PyTorch, both in turns within one run. Times of two runs cannot be
 * compared: other work on the machine changes them.
 */
export async function training({ rounds = 12 } = {}) {
  const folder = baseEncoderFolder(loadSettings());
  const { contestants, runs, stop } = await prepare(folder);
  try {
    const turns = await takeTurns(contestants, rounds);
    const rows = [...ratios(turns), await agreement(folder), await leak()];
    report(rows);
    const found = Object.fromEntries(
      contestants.map(({ name, steps }) => [name, summary(turns[name], steps)]),
    );
    console.log('\nMedians a step, milliseconds');
    console.table(found);
    const file = inCache('benchmarks', 'training.json');
    makeDirectory(path.dirname(file));
    writeFileSync(
      file,
      JSON.stringify({ machine: machine(), date: new Date(), settings, rows, found, turns }, null, 2),
    );
    console.log(`Every turn: ${file}`);
  } finally {
    stop();
    for (const run of Object.values(runs)) run.dispose();
  }
}

async function prepare(folder) {
  const even = evenGraph(readBertConfig(folder).vocabulary);
  const words = await wordNetGraph(await createEncoder('blp', folder, settings));
  const state = await startingState(folder, even);
  const runs = {
    plain: await Run.create(folder, state, even, { ops: 'plain' }),
    fast: await Run.create(folder, state, even),
    bfloat16: await Run.create(folder, state, even, { precision: 'bfloat16' }),
    ...(words && {
      byLength: await Run.create(folder, state, { ...words, chosen: batchesOf(words, 'by length') }),
    }),
  };
  const batches = {
    even: runs.fast.batches,
    ...(words && { random: runs.byLength.prepare({ ...words, chosen: batchesOf(words, 'random') }) }),
  };
  const handed = mkdtempSync(path.join(os.tmpdir(), 'kindred-training-'));
  const [start, work] = [path.join(handed, 'start.safetensors'), path.join(handed, 'work.json')];
  writeSafetensors(start, state.weights);
  writeFileSync(work, JSON.stringify(forPeer(folder, batches)));
  const peer = await startPeer('training.py', [start, work]);
  const own = (name, steps = 2) => ({ name, steps, take: () => runs[name].take(steps) });
  const other = (name, request, steps = 2) => ({ name, steps, take: () => peer.ask({ ...request, steps }) });
  return {
    runs,
    contestants: [
      own('plain'),
      own('fast'),
      other('pytorch', { precision: 'float32', work: 'even' }),
      own('bfloat16'),
      other('pytorch bfloat16', { precision: 'bfloat16', work: 'even' }),
      ...(words
        ? [own('byLength', 6), other('pytorch random', { precision: 'float32', work: 'random' }, 6)]
        : []),
    ],
    stop() {
      peer.stop();
      rmSync(handed, { recursive: true });
    },
  };
}

/** What each did in each round, by name; the first round warms up. */
async function takeTurns(contestants, rounds) {
  const turns = Object.fromEntries(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const { name, take } of contestants) {
      turns[name].push(await take());
      await pause(restMs);
    }
    console.error(`  round ${round} of ${rounds}`);
  }
  return turns;
}

function ratios(turns) {
  const row = (what, own, other, measure, target) => {
    if (!turns[own]) return { what, target, measured: `not measured: WN18RR is not at ${wn18rr}` };
    const each = turns[own].slice(1).map((turn, i) => turn[measure] / turns[other][i + 1][measure]);
    return {
      what,
      target,
      measured: percentile(each, 0.5).toFixed(3),
      spread: [Math.min(...each), Math.max(...each)],
    };
  };
  return [
    row('plain ops / PyTorch, processor', 'plain', 'pytorch', 'cpu', 'none'),
    row('plain ops / PyTorch, wall', 'plain', 'pytorch', 'wall', 'none'),
    row('fast ops / PyTorch, processor', 'fast', 'pytorch', 'cpu', '≤ 0.92'),
    row('fast ops / PyTorch, wall', 'fast', 'pytorch', 'wall', '≤ 1.05'),
    row('bfloat16 / PyTorch autocast, processor', 'bfloat16', 'pytorch bfloat16', 'cpu', '≤ 1.02'),
    row('bfloat16 / PyTorch autocast, wall', 'bfloat16', 'pytorch bfloat16', 'wall', 'none'),
    row('by length / PyTorch in random batches, processor', 'byLength', 'pytorch random', 'cpu', '≤ 0.85'),
    row('by length / PyTorch in random batches, wall', 'byLength', 'pytorch random', 'wall', 'none'),
  ];
}

/** On real text: where tokens are random, nothing can be learned and roundings grow into other losses soon. */
async function agreement(folder, steps = 20) {
  const words = await wordNetGraph(await createEncoder('blp', folder, settings));
  const graph = words && { ...words, chosen: batchesOf(words, 'random', { count: steps }) };
  const row = { what: `losses of ${steps} steps on WN18RR, fast and plain ops`, target: '≤ 1e-4 apart' };
  if (!graph) return { ...row, measured: `not measured: WN18RR is not at ${wn18rr}` };
  const start = await startingState(folder, graph);
  const losses = [];
  for (const ops of ['plain', 'fast']) {
    const run = await Run.create(folder, start, graph, { ops });
    losses.push(run.take(steps).losses);
    run.dispose();
  }
  const apart = losses[0].map((loss, i) => Math.abs(loss - losses[1][i]));
  return { ...row, measured: Math.max(...apart).toExponential(1) };
}

async function leak(steps = 1000) {
  const folder = path.join(root, 'test/fixtures/encoders/tiny-bert');
  const graph = evenGraph(readBertConfig(folder).vocabulary);
  const found = [];
  for (const precision of ['float32', 'bfloat16']) {
    const run = await Run.create(folder, await startingState(folder, graph), graph, { precision });
    run.take(1);
    const before = tf.memory().numTensors;
    run.take(steps);
    found.push(tf.memory().numTensors - before);
    run.dispose();
  }
  return { what: `tensors more after ${steps} steps, bfloat16 too`, target: '0', measured: found.join(', ') };
}

function summary(turns, steps) {
  const median = (measure) =>
    percentile(
      turns.slice(1).map((turn) => turn[measure]),
      0.5,
    ) / steps;
  return { processor: Math.round(median('cpu')), wall: Math.round(median('wall')) };
}
