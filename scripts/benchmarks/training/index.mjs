import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDirectory } from '../../setup/support/directory.mjs';
import { inCache } from '../../setup/support/places.mjs';
import { dist, machine, percentile, report, wn18rr } from '../support.mjs';
import { agreement, leak } from './checks.mjs';
import { prepare } from './contestants.mjs';
import { settings } from './work.mjs';

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

function summary(turns, steps) {
  const median = (measure) =>
    percentile(
      turns.slice(1).map((turn) => turn[measure]),
      0.5,
    ) / steps;
  return { processor: Math.round(median('cpu')), wall: Math.round(median('wall')) };
}
