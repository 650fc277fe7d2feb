import type { BadLine } from '../../formats/tsv';

/** What an import found and did. Counts are of the files; `…Added`, `…Created` and the like of the store. */
export interface ImportReport {
  /** the entities' `source` */
  source: string;
  /** distinct entities of the files, those known from triples only among them */
  entities: number;
  entitiesCreated: number;
  /** had other texts from the same source before */
  entitiesUpdated: number;
  /** exist with texts of another source (a curator's), which were left alone */
  entitiesKept: number;
  relations: number;
  /** well-formed triples of the files, equal ones counted each time */
  triplesRead: number;
  /** distinct triples of the files that the store holds now */
  triplesStored: number;
  /** of these, new in the store */
  triplesAdded: number;
  /** triples of the files that equal an earlier one of them */
  duplicates: number;
  /** the first 100 lines that were left out */
  badLines: BadLine[];
  badLineCount: number;
  /** what else is worth knowing, in sentences */
  notes: string[];
  seconds: number;
  /** distinct triples a second, while triples were written */
  triplesPerSecond: number;
  /** true when nothing was done because the same files had been imported wholly before */
  alreadyDone: boolean;
}

/** How many bad lines a report names; all are counted. */
export const namedBadLines = 100;
