import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

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

/** Resident memory of a process and all below it in MiB, pages that they share counted once (Linux). */
export function treeMemory(pid) {
  const parents = new Map();
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = readOr(`/proc/${entry}/stat`);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    parents.set(Number(entry), parent);
  }
  const below = (child) => {
    for (let at = child; at !== undefined && at > 1; at = parents.get(at)) if (at === pid) return true;
    return false;
  };
  let kilobytes = 0;
  for (const child of parents.keys()) {
    if (below(child))
      kilobytes += Number(readOr(`/proc/${child}/smaps_rollup`).match(/^Pss:\s+(\d+)/m)?.[1] ?? 0);
  }
  return Math.round(kilobytes / 1024);
}

function readOr(file, otherwise = '') {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

/** Largest {@link treeMemory} seen until `stop` is called. */
export function watchMemory(pid, everyMs = 1_000) {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, treeMemory(pid))), everyMs);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(peak, treeMemory(pid));
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
