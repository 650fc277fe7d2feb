// `npm test`: set-up, then jest; more arguments go to jest. The last line is "N passed, N failed" alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setUp } from './setup/index.mjs';
import { inModules, root } from './setup/support/places.mjs';

/** Tests start servers of their own, also where NEO4J_URI names one: that one's data is not theirs to touch. */
const ready = await setUp({
  ownNeo4j: true,
  extra: ['word-vectors'],
  withoutExtra: 'the tests on them are skipped',
});
const { passed, failed, skipped } = ready
  ? await jest(process.argv.slice(2))
  : { passed: 0, failed: 1, skipped: 0 };
if (passed + failed === 0) console.log('No test was run.');
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
if (skipped > 0)
  console.log(`${skipped} skipped: what they need, as data sets beside the project, is not here.`);
console.log(`${passed} passed, ${failed} failed`);

async function jest(args) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-jest-'));
  const results = path.join(folder, 'results.json');
  process.on('SIGINT', () => undefined); // jest gets it too, and ends first
  try {
    const command = [
      inModules('jest/bin/jest.js'),
      '--json',
      `--outputFile=${results}`,
      '--passWithNoTests',
      ...args,
    ];
    const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
    const [status] = await once(child, 'exit');
    return count(status, existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A file that could not be run counts as a failure, and so does jest's own word where no test failed. */
function count(status, results) {
  if (!results) return { passed: 0, failed: 1, skipped: 0 };
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && status !== 0 && results.numTotalTests > 0 ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}
