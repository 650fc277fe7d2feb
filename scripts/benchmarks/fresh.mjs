import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { report, root, watchMemory } from './support.mjs';

const serving = /Serving at http:\/\/127\.0\.0\.1:\d+\/graphql/;

/** `npm run demo` in a fresh clone with an empty cache, then again: set-up and demo times, peak memory. */
export async function fresh() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-fresh-'));
  const clone = path.join(folder, 'kindred');
  const environment = { ...process.env, KINDRED_CACHE: path.join(folder, 'cache'), KINDRED_PORT: '0' };
  delete environment.KINDRED_DATA;
  try {
    execFileSync('git', ['clone', '--quiet', root, clone]);
    const setup = await seconds('npm', ['run', 'setup'], clone, environment);
    const first = await demo(clone, environment);
    const again = await demo(clone, environment);
    report([
      { what: 'set-up from nothing', target: '≤ 240 s', measured: `${setup.toFixed(0)} s` },
      {
        what: 'first demo, set-up included',
        target: '≤ 600 s',
        measured: `${(setup + first.seconds).toFixed(0)} s`,
      },
      { what: 'demo run again', target: '≤ 40 s', measured: `${again.seconds.toFixed(0)} s` },
      { what: 'peak memory', target: '≤ 6144 MiB', measured: `${Math.max(first.memory, again.memory)} MiB` },
    ]);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function seconds(command, args, cwd, env) {
  const begun = performance.now();
  const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
  return (performance.now() - begun) / 1000;
}

/** Seconds until the demo serves, and the most memory that all its processes held, in MiB. */
async function demo(cwd, env) {
  const begun = performance.now();
  const child = spawn('npm', ['run', 'demo'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const memory = watchMemory(child.pid);
  let output = '';
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      output += chunk;
      if (serving.test(output)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the demo ended with ${code}`)));
  });
  const taken = (performance.now() - begun) / 1000;
  process.kill(-child.pid, 'SIGINT');
  await once(child, 'exit');
  return { seconds: taken, memory: memory.stop() };
}
