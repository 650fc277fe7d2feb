import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { badInput, KindredError } from '../../shared/errors';
import { makeResultFolder, writeFileAtomically } from '../../shared/files';
import { readJsonFile } from '../../shared/jsonFile';
import { type InductiveSplit, type Part } from '../../models/triples/inductiveSplit';
import { namedTriples, newVocabulary, tripleRows, type Vocabulary } from './dataset';

/** In the order they are read, so that training has the first rows. */
export const parts = ['train', 'valid', 'test'] as const;

export type PartName = (typeof parts)[number];

/** What validation and test ask about: entities that training has not seen, relations, or neither. */
export const splitKinds = ['inductive', 'unseen relations', 'transductive'] as const;

export type SplitKind = (typeof splitKinds)[number];

const card = z.object({
  format: z.literal('kindred-split/1'),
  kind: z.enum(splitKinds).default('inductive'),
  seed: z.number().int().optional(),
  share: z.number().optional(),
  unseenRelations: z.number().int().optional(),
  leastTriples: z.number().int().optional(),
  leastNeighbours: z.number().int().optional(),
  types: z.string().optional(),
  /** the files that were split */
  sources: z.array(z.string()).readonly(),
  /** a hash of what they held */
  contents: z.string().optional(),
});

export type SplitCard = z.infer<typeof card>;

/** A split in rows of one vocabulary. */
export interface StoredSplit {
  readonly kind: SplitKind;
  readonly vocabulary: Vocabulary;
  readonly parts: Readonly<Record<PartName, Part>>;
}

/** `split.json` is written last: a folder that has it is whole. */
export function writeSplit(
  folder: string,
  { training, validation, test }: InductiveSplit,
  vocabulary: Vocabulary,
  made: Omit<SplitCard, 'format'>,
): void {
  makeResultFolder(folder);
  for (const [name, part] of Object.entries({ train: training, valid: validation, test })) {
    const lines = [...namedTriples(part.triples, vocabulary)].map(
      (t) => `${t.head}\t${t.relation}\t${t.tail}\n`,
    );
    writeFileAtomically(path.join(folder, `${name}.tsv`), lines.join(''));
    const ids = Array.from(part.entities, (entity) => `${vocabulary.entities.list[entity]!}\n`);
    writeFileAtomically(path.join(folder, `${name}-entities.txt`), ids.join(''));
  }
  const text = JSON.stringify({ format: 'kindred-split/1', ...made } satisfies SplitCard, null, 2);
  writeFileAtomically(path.join(folder, 'split.json'), `${text}\n`);
}

/** @throws BAD_INPUT when the folder is not a split's; CORRUPT_FILE naming the file that is missing or damaged */
export async function readSplit(folder: string): Promise<StoredSplit> {
  const found = readSplitCard(folder);
  if (!found) {
    throw badInput(
      `${folder} is not the folder of a split: it has no split.json. \`kindred split\` makes one.`,
    );
  }
  const vocabulary = newVocabulary();
  const rows: Partial<Record<PartName, Part>> = {};
  for (const name of parts) {
    const [ids, triples] = [fileOf(folder, `${name}-entities.txt`), fileOf(folder, `${name}.tsv`)];
    const list = fs.readFileSync(ids, 'utf8').split('\n').filter(Boolean);
    const entities = Int32Array.from(list, (id) => vocabulary.entities.add(id));
    rows[name] = { entities, triples: await tripleRows([triples], vocabulary) };
  }
  return { kind: found.kind, vocabulary, parts: rows as Record<PartName, Part> };
}

/** Whether there is a `split.json`, be it one that this version cannot read. */
export function holdsSplit(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'split.json'));
}

/**
 * What `split.json` says; undefined when there is none.
 *
 * @throws CORRUPT_FILE when it is not a split's of this version
 */
export function readSplitCard(folder: string): SplitCard | undefined {
  if (!holdsSplit(folder)) return undefined;
  return readJsonFile(path.join(folder, 'split.json'), card, 'the card of a split', makeAnew);
}

const makeAnew = 'Make the split again, in another folder (`kindred split`).';

function fileOf(folder: string, name: string): string {
  const file = path.join(folder, name);
  if (fs.existsSync(file) && fs.statSync(file).isFile()) return file;
  throw new KindredError('CORRUPT_FILE', `${file}, a file of the split, is missing. ${makeAnew}`, { file });
}
