import { readWordNet, wordNetRelations, wordNetSource, type Synset } from '../../formats/wordnet';
import type { Database } from '../../graph/database';
import { findFinishedImport, recordFinishedImport } from '../../graph/imports';
import type { Triple } from '../../graph/types';
import { count } from '../../shared/terminal';
import { Loading, type LoadingOptions } from './loading';
import type { ImportReport } from './report';

export interface WordNetOptions extends LoadingOptions {
  /** with `data.noun`, `data.verb`, `data.adj`, `data.adv` of WordNet 3.0; the installed one by default */
  folder?: string;
  /** return the earlier report when these very files were imported wholly before */
  onlyIfNeeded?: boolean;
}

/**
 * Import WordNet whole: a synset is an entity, a pointer a triple. May be run again at any time: what is missing
 * comes back, what a curator has edited keeps its texts.
 *
 * @throws BAD_INPUT without the files; CORRUPT_FILE for other files; CANCELLED between batches
 */
export async function importWordNet(db: Database, options: WordNetOptions = {}): Promise<ImportReport> {
  const started = performance.now();
  const { synsets, checksum } = await readWordNet(options.folder);
  if (options.onlyIfNeeded) {
    const finished = await findFinishedImport(db, wordNetSource);
    if (finished?.checksum === checksum)
      return { ...(JSON.parse(finished.report) as ImportReport), alreadyDone: true };
  }

  const loading = new Loading(db, wordNetSource, options);
  await loading.relations(wordNetRelations);
  await loading.entities(
    synsets.map(({ entity }) => entity),
    synsets.length,
  );
  await loading.triples(
    triplesOf(synsets),
    synsets.reduce((sum, { triples }) => sum + triples.length, 0),
  );

  const report: ImportReport = {
    source: wordNetSource,
    ...loading.counts,
    badLines: [],
    badLineCount: 0,
    notes: notesOn(synsets),
    seconds: (performance.now() - started) / 1000,
    triplesPerSecond: loading.triplesPerSecond,
    alreadyDone: false,
  };
  await recordFinishedImport(db, wordNetSource, { checksum, report: JSON.stringify(report) });
  return report;
}

function* triplesOf(synsets: Synset[]): Generator<Triple> {
  for (const { triples } of synsets) yield* triples;
}

function notesOn(synsets: Synset[]): string[] {
  let loops = 0;
  for (const { head, tail } of triplesOf(synsets)) if (head === tail) loops++;
  return loops === 0
    ? []
    : [`${count(loops)} pointers join two words of one synset; their triples lead from it to itself.`];
}
