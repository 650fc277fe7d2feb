import { build } from './build.mjs';
import { encoder } from './encoder.mjs';
import { neo4j } from './neo4j.mjs';
import { node } from './nodeVersion.mjs';
import { npm } from './npm.mjs';
import { SetupError } from './support/errors.mjs';
import { tensorflow } from './tensorflow/index.mjs';
import { wordVectors } from './wordVectors.mjs';

/**
 * In the order in which they are shown; `needs` orders the work. `without` marks a step that may fail, `isExtra` one that
 * is done only where it is asked for.
 */
export const steps = [node, npm, neo4j, tensorflow, encoder, wordVectors, build];

/**
 * Do what is left to do, each step as soon as those it needs are done.
 *
 * @param wanted steps to do
 * @param options `gpu`; `ownNeo4j`: a local server is needed even where NEO4J_URI is set
 * @param display told of every step's `start`, and of its `end` with an outcome: found, done, without, failed
 * @returns whether everything that is needed is there
 */
export async function doSteps(wanted, options, display) {
  const outcomes = new Map();
  for (const step of wanted) outcomes.set(step.name, doStep(step, outcomes, options, display));
  return (await Promise.all(outcomes.values())).every(Boolean);
}

async function doStep(step, outcomes, options, display) {
  const needed = await Promise.all(step.needs.map((name) => outcomes.get(name)));
  if (needed.includes(false)) {
    display.end(step, 'failed', `not tried, since ${step.needs.join(' and ')} did not succeed`);
    return false;
  }
  try {
    const found = step.found(options);
    if (found) {
      display.end(step, 'found', found);
      return true;
    }
    display.start(step);
    display.end(step, 'done', await step.run(options));
    return true;
  } catch (error) {
    const message = error instanceof SetupError ? error.message : `An unexpected error: ${error.message}`;
    display.end(step, step.without ? 'without' : 'failed', message);
    return Boolean(step.without);
  }
}
