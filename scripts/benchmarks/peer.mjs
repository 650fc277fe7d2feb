import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { command } from '../setup/support/command.mjs';
import { makeDirectory } from '../setup/support/directory.mjs';
import { inCache } from '../setup/support/places.mjs';

const peers = path.join(path.dirname(fileURLToPath(import.meta.url)), 'peers');

/** Python environments by their list of libraries; that of the first takes 6 GB, with PyTorch's GPU libraries. */
const environments = {
  'requirements.txt': 'benchmark-python',
  'search-requirements.txt': 'benchmark-python-search',
};

/**
 * Python with the libraries that Kindred is compared with, in an environment of its own in the cache: made on the first
 * call, and again when the list of them changes.
 *
 * @returns the path of its interpreter
 */
export async function peerPython(list = 'requirements.txt') {
  const requirements = path.join(peers, list);
  const folder = inCache(environments[list]);
  const done = path.join(folder, 'requirements.txt');
  const python = path.join(folder, 'bin/python');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return python;
  console.log(`Installing ${wanted.trim().split('\n').join(', ')} into ${folder} …`);
  rmSync(folder, { recursive: true, force: true });
  makeDirectory(path.dirname(folder));
  const missing = 'Python was not found. The comparison needs Python 3.10 or later with venv and pip.';
  await command('python3', ['-m', 'venv', folder], { missing });
  await command(python, ['-m', 'pip', 'install', '--quiet', '--no-cache-dir', '-r', requirements], {
    seconds: 1800,
  });
  writeFileSync(done, wanted);
  return python;
}

/**
 * Start a script of `peers`, which answers each line of JSON with one.
 *
 * @param tells whether what it says on standard error is shown as it comes, and not only when it fails
 * @returns `ask` for one answer at a time, `stop` to end it
 */
export async function startPeer(script, args, { requirements, tells = false } = {}) {
  const child = spawn(await peerPython(requirements), [path.join(peers, script), ...args], {
    // Threads that wait must not spin: it would count as processor time, the more the busier the machine is.
    env: { ...process.env, OMP_WAIT_POLICY: 'PASSIVE' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
    if (tells) process.stderr.write(text);
  });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { done, value } = await answers.next();
      if (done) throw new Error(`${script} has ended:\n${said}`);
      return JSON.parse(value);
    },
    stop: () => child.kill(),
  };
}

/** A package of npm that Kindred is compared with and does not use, in the cache. */
export async function npmPeer(name, version) {
  const folder = inCache('benchmark-npm', `${name}-${version}`);
  const place = path.join(folder, 'node_modules', name);
  if (!existsSync(place)) {
    console.log(`Installing ${name} ${version} into ${folder} …`);
    makeDirectory(folder);
    await command('npm', ['install', '--silent', '--no-save', '--prefix', folder, `${name}@${version}`], {
      seconds: 300,
    });
  }
  const load = createRequire(path.join(folder, 'package.json'));
  return import(load.resolve(name));
}
