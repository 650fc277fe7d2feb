import type { Database } from '../../graph/database';
import { importWordNet } from '../../services/imports';
import { describeImport } from '../commands/import';
import type { Console } from '../console';

/** WordNet in the store: imported whole, unless an earlier run completed that. */
export async function ensureWordNet(db: Database, console: Console, signal: AbortSignal): Promise<void> {
  console.print('  WordNet 3.0: each synset an entity, each pointer a triple.');
  const report = await importWordNet(db, { onlyIfNeeded: true, onProgress: console.progress.show, signal });
  console.progress.done();
  if (report.alreadyDone) console.print('  An earlier run has imported it.');
  console.print(describeImport(report, console.columns - 2).replace(/^/gm, '  '));
}
