import { pathToFileURL } from 'node:url';
import { inRoot } from './support/places.mjs';

/** Become the `kindred` command: in this very process, so that signals, exit status and a kill mean what they say. */
export async function kindred(args) {
  const main = inRoot('dist', 'main.js');
  process.argv.splice(1, Infinity, main, ...args);
  await import(pathToFileURL(main).href);
}
