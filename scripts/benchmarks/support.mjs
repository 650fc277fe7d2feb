import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** WN18RR, where the data sets lie beside the clone. */
export const wn18rr = path.resolve(root, '../shared/data/wn18rr');

const load = createRequire(import.meta.url);

/** A compiled module of the project. */
export const dist = (name) => load(path.join(root, 'dist', name));

/** Value below which `share` of the sorted samples lie. */
export function percentile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Wall milliseconds of `count` calls one after another, the first `warmUp` left out. */
export async function timed(count, call, warmUp = 20) {
  const samples = [];
  for (let i = -warmUp; i < count; i++) {
    const start = performance.now();
    await call(i);
    if (i >= 0) samples.push(performance.now() - start);
  }
  return samples;
}

export function latency(samples) {
  const format = (share) => percentile(samples, share).toFixed(1);
  return `p50 ${format(0.5)} ms, p95 ${format(0.95)} ms, n = ${samples.length}`;
}

/** Start a command of ours and wait until its output matches; the match and a way to stop it come back. */
export async function start(args, until, { environment = {}, timeoutMs = 180_000 } = {}) {
  const child = spawn(process.execPath, [path.join(root, 'scripts/kindred.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const match = await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no ${until} within ${timeoutMs} ms:\n${output}`)),
      timeoutMs,
    );
    const read = (chunk) => {
      output += chunk;
      const found = output.match(until);
      if (found) {
        clearTimeout(timer);
        resolve(found);
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) =>
      reject(new Error(`kindred ${args.join(' ')} ended with ${code}:\n${output}`)),
    );
  });
  return {
    match,
    pid: child.pid,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** A GraphQL request; errors in the answer are thrown with their messages. */
export function client(address, token) {
  return async (query, variables = {}) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json();
    if (errors) throw new Error(errors.map(({ message }) => message).join('; '));
    return data;
  };
}

/** Watch the memory of a process and those below it, by the project's own code; the peak in MiB when stopped. */
export function watchMemory(pid) {
  const watch = dist('shared/memory').watchMemory(pid, 1_000);
  return {
    stop() {
      const peak = watch.peak();
      watch.stop();
      return Math.round(peak ?? NaN);
    },
  };
}

export function machine() {
  const { model } = os.cpus()[0];
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${os.cpus().length} × ${model.trim()}, ${memory} GiB, Node ${process.versions.node}`;
}

export function report(rows) {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, target, measured } of rows) {
    console.log(`${what.padEnd(width)}  ${`target ${target}`.padEnd(20)}  ${measured}`);
  }
}

/** Of each query its last answer, and the median of its milliseconds in the later half of the rounds. */
export function timedAnswers(queries, rounds, answer) {
  const times = queries.map(() => []);
  const hits = [];
  for (let round = 0; round < rounds; round++) {
    queries.forEach((query, q) => {
      const start = performance.now();
      hits[q] = answer(query);
      times[q].push(performance.now() - start);
    });
  }
  return hits.map((own, q) => ({ hits: own, ms: percentile(times[q].slice(Math.floor(rounds / 2)), 0.5) }));
}

/** Of milliseconds. */
export const ratio = (own, other) =>
  `${(own / other).toFixed(2)} (${milliseconds(own)} / ${milliseconds(other)})`;
const milliseconds = (ms) => (ms >= 100 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(3)} ms`);
