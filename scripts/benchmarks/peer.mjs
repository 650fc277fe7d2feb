import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { command } from '../setup/support/command.mjs';
import { makeDirectory } from '../setup/support/directory.mjs';
import { inCache } from '../setup/support/places.mjs';

const peers = path.join(path.dirname(fileURLToPath(import.meta.url)), 'peers');

/**
 * Python with the libraries that Kindred is compared with, in an environment of its own in the cache: made on the first
 * call (about 6 GB, since PyTorch's package brings its GPU libraries), and again when the list of them changes.
 *
 * @returns the path of its interpreter
 */
export async function peerPython() {
  const requirements = path.join(peers, 'requirements.txt');
  const folder = inCache('benchmark-python');
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
 * @returns `ask` for one answer at a time, `stop` to end it
 */
export async function startPeer(script, args) {
  const child = spawn(await peerPython(), [path.join(peers, script), ...args], {
    // Threads that wait must not spin: it would count as processor time, the more the busier the machine is.
    env: { ...process.env, OMP_WAIT_POLICY: 'PASSIVE' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
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
