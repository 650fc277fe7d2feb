import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { report, root } from './support.mjs';

/** Descriptions a second through MiniLM, in a process of its own so that nothing else shares its threads. */
export async function embedding() {
  const output = execFileSync(process.execPath, [path.join(root, 'scripts/benchmarks/encode.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, TF_CPP_MIN_LOG_LEVEL: '2' },
  });
  const { texts, seconds, tokens } = JSON.parse(output.trim().split('\n').at(-1));
  report([
    {
      what: 'descriptions embedded with MiniLM',
      target: '≥ 200 a second',
      measured: `${(texts / seconds).toFixed(0)} a second (${texts} WordNet texts, ${(tokens / texts).toFixed(1)} tokens each on average)`,
    },
  ]);
}
