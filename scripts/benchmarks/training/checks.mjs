import path from 'node:path';
import { dist, root, wn18rr } from '../support.mjs';
import { batchesOf, evenGraph, Run, settings, startingState, wordNetGraph } from './work.mjs';

const { tf } = dist('models/backend');
const { createEncoder } = dist('models/encoders');
const { readBertConfig } = dist('models/encoders/bert/bertConfig');

/** On real text: where tokens are random, nothing can be learned and roundings grow into other losses soon. */
export async function agreement(folder, steps = 20) {
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

/** What steps leave behind. */
export async function leak(steps = 1000) {
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
