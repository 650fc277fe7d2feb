import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../../../shared/files';
import { type LanguageCode, languageCodes } from '../analysis';
import { contentsOf, readSegment, writeSegment } from '../segments/segmentFile';
import type { Segment } from '../segments/segment';
import type { SegmentSet } from '../segments/segmentSet';

const listName = 'index.json';

/** No segment takes so long to write. */
const abandonedMs = 3_600_000;

const listSchema = z.strictObject({
  source: z.string(),
  language: z.enum(languageCodes as [LanguageCode, ...LanguageCode[]]),
  /** up to when the store's changes are in it: what its caller says */
  mark: z.number(),
  segments: z.array(
    z.strictObject({
      file: z.string().regex(/^[0-9a-f]+\.segment$/),
      /** numbers of the documents that are gone */
      gone: z.array(z.number().int().min(0)),
    }),
  ),
});

/** What an index is of. */
export interface IndexOrigin {
  readonly language: LanguageCode;
  /** of what the documents are: what its caller says */
  readonly source: string;
}

/**
 * An index in a folder: a file a segment, named by what it holds and never changed, and a list of them, written last. A folder
 * that is half written holds what it held before.
 */
export function saveIndex(
  folder: string,
  set: SegmentSet,
  of: IndexOrigin & { readonly mark: number },
): void {
  fs.mkdirSync(folder, { recursive: true });
  const segments = set.all.map((live) => {
    const file = `${contentsOf(live.segment)}.segment`;
    const target = path.join(folder, file);
    if (!fs.existsSync(target)) writeSegment(target, live.segment);
    return { file, gone: Array.from(live.gone.keys()).filter((document) => live.gone[document] === 1) };
  });
  const list: z.infer<typeof listSchema> = { ...of, segments };
  writeFileAtomically(path.join(folder, listName), JSON.stringify(list));
  const kept = new Set(segments.map(({ file }) => file));
  for (const file of fs.readdirSync(folder))
    if (file.endsWith('.segment') ? !kept.has(file) : isAbandoned(path.join(folder, file)))
      fs.rmSync(path.join(folder, file), { force: true });
}

/** Left by a process that was killed while it wrote; a younger one may be another process's, under way. */
function isAbandoned(file: string): boolean {
  if (!file.endsWith('.partial')) return false;
  const changed = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return Date.now() - changed > abandonedMs;
}

/**
 * Add what a folder holds to an empty index.
 *
 * @returns the mark; undefined where there is nothing, nothing of this origin, or a segment that is damaged: it is
 *          removed then, and the index empty
 */
export function loadIndex(folder: string, set: SegmentSet, of: IndexOrigin): number | undefined {
  const file = path.join(folder, listName);
  if (!fs.existsSync(file)) return undefined;
  const list = listSchema.safeParse(parsed(fs.readFileSync(file, 'utf8')));
  if (!list.success || list.data.language !== of.language || list.data.source !== of.source) return undefined;
  const read = list.data.segments.flatMap(({ file: own, gone }) => {
    const segment = readOrRemove(path.join(folder, own));
    return segment ? [{ segment, gone }] : [];
  });
  if (read.length < list.data.segments.length) return undefined;
  for (const { segment, gone } of read) set.add(segment, gone);
  return list.data.mark;
}

/** A segment that is damaged must go: one that is made again has its name, and what is there is not written. */
function readOrRemove(file: string): Segment | undefined {
  try {
    return readSegment(file);
  } catch {
    fs.rmSync(file, { force: true });
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
