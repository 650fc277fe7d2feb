import { existsSync } from 'node:fs';
import { doSteps, steps } from './steps.mjs';
import { Display } from './support/display.mjs';
import { removeAbandoned } from './support/draft.mjs';
import { withLock } from './support/lock.mjs';
import { cache, inRoot } from './support/places.mjs';

/**
 * Bring the clone and the cache to where Kindred runs.
 *
 * @param options `only`: name of the one step to do (with those it needs), `extra`: names of extra steps to do with the
 *                rest, `withoutExtra`: what becomes of it where they fail, if it may go on, `gpu`, `ownNeo4j`, `output`: the
 *                stream to report on
 * @returns whether everything that is needed is there
 */
export async function setUp({ only, extra = [], withoutExtra, output = process.stdout, ...options } = {}) {
  const started = Date.now();
  const display = new Display(output);
  display.say(`Setting up Kindred; what is fetched is kept in ${cache}`);
  try {
    removeAbandoned(cache); // their steps may be found complete by now, and then look for none
    const complete = await withLock(
      inRoot('dist/.setup.lock'),
      () => doSteps(only ? withNeeds(only) : usual(extra, withoutExtra), options, display),
      (pid) =>
        display.say(
          `  … waiting for process ${pid}, which is setting up this clone; Ctrl-C stops the waiting only`,
        ),
    );
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    display.say(
      complete
        ? `Set-up is complete (${seconds} s).`
        : `Set-up is not complete (${seconds} s). See what ✗ asks for above.`,
    );
    return complete;
  } catch (error) {
    display.say(`  ✗ Set-up could not begin: ${error.message}`);
    return false;
  } finally {
    display.close();
  }
}

/** Whether there is a build, be it an old one. */
export function isBuilt() {
  return existsSync(inRoot('dist/.sources'));
}

/** Whether the command can start as it is; what else may be missing it finds out, and says, by itself. */
export function isRunnable() {
  return withNeeds('build').every((step) => step.found({}));
}

function usual(extra, without) {
  return steps
    .filter((step) => !step.isExtra || extra.includes(step.name))
    .map((step) => (step.isExtra ? { ...step, without } : step));
}

function withNeeds(name) {
  const step = steps.find((one) => one.name === name);
  const names = new Set([...step.needs.flatMap((need) => withNeeds(need).map((one) => one.name)), name]);
  return steps.filter((one) => names.has(one.name));
}
