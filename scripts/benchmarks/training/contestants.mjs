import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPeer } from '../peer.mjs';
import { dist } from '../support.mjs';
import { batchesOf, evenGraph, forPeer, Run, settings, startingState, wordNetGraph } from './work.mjs';

const { createEncoder } = dist('models/encoders');
const { readBertConfig } = dist('models/encoders/bert/bertConfig');
const { writeSafetensors } = dist('models/encoders/safetensors');

/** Who takes turns: runs of our own and a process of PyTorch, with the same weights and batches. */
export async function prepare(folder) {
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
