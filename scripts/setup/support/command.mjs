import { spawn } from 'node:child_process';
import { MissingTool, SetupError } from './errors.mjs';

/**
 * Run a program to its end.
 *
 * @param options `cwd`, `env` (added to ours), `seconds` (killed after), `missing` (what to say when it is not installed)
 * @returns what it printed, both streams
 * @throws MissingTool, SetupError with the end of its output
 */
export function command(program, args, { cwd, env = {}, seconds = 600, missing } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => {
      clearTimeout(timer);
      const notThere = error.code === 'ENOENT' || error.code === 'EACCES';
      reject(
        notThere && missing ? new MissingTool(missing) : new SetupError(`\`${program}\`: ${error.message}`),
      );
    });
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      if (status === 0) return resolve(output);
      const how = signal ? `was ended by ${signal}` : `ended with status ${status}`;
      reject(
        new SetupError(`\`${[program, ...args].slice(0, 3).join(' ')} …\` ${how}:\n${lastLines(output)}`),
      );
    });
  });
}

function lastLines(text, count = 12) {
  return text
    .trimEnd()
    .split('\n')
    .slice(-count)
    .map((line) => `      ${line}`)
    .join('\n');
}
