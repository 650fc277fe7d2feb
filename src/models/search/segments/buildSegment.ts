import type { Analyzer } from '../analysis';
import { fields, type SearchDocument } from '../document';
import { PostingsWriter, shared } from '../postings';
import { nameTable } from '../suggestions/nameTable';
import type { Segment } from './segment';
import { compareStrings, toStrings } from './strings';

/** Between two texts of a field, so that no phrase goes from one into the other. */
const gap = 100;

interface Occurrence {
  readonly document: number;
  readonly positions: number[][];
}

/** A segment of some documents, each with an id of its own. */
export function buildSegment(given: readonly SearchDocument[], analyzer: Analyzer): Segment {
  const documents = [...given].sort((a, b) => compareStrings(a.id, b.id));
  const lengths = new Uint32Array(documents.length * fields.length);
  const terms = new Map<string, Occurrence[]>();
  const keys = new Map<string, number[]>();
  documents.forEach(({ texts, keys: own }, document) => {
    fields.forEach((field, f) => {
      let at = 0;
      for (const text of texts[field]) {
        const tokens = analyzer.tokens(text);
        tokens.forEach(({ term }, i) => occurrenceOf(terms, term, document).positions[f]!.push(at + i));
        lengths[document * fields.length + f]! += tokens.length;
        at += tokens.length + gap;
      }
    });
    for (const key of new Set(own)) listOf(keys, key).push(document);
  });
  return {
    ids: toStrings(documents.map(({ id }) => id)),
    versions: shared(Float64Array.from(documents, ({ version }) => version)),
    popularity: shared(Uint32Array.from(documents, ({ popularity }) => popularity)),
    names: nameTable(documents),
    lengths: shared(lengths),
    ...written(terms, lengths),
    ...writtenKeys(keys),
  };
}

function occurrenceOf(terms: Map<string, Occurrence[]>, term: string, document: number): Occurrence {
  const all = listOf(terms, term);
  const last = all.at(-1);
  if (last?.document === document) return last;
  const first = { document, positions: fields.map(() => []) };
  all.push(first);
  return first;
}

function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  const known = lists.get(key);
  if (known) return known;
  const made: T[] = [];
  lists.set(key, made);
  return made;
}

function written(
  terms: ReadonlyMap<string, readonly Occurrence[]>,
  lengths: Uint32Array,
): Pick<Segment, 'terms' | 'postings'> {
  const sorted = [...terms.keys()].sort(compareStrings);
  const writer = new PostingsWriter(fields.length, lengths);
  for (const term of sorted) {
    for (const { document, positions } of terms.get(term)!) writer.add(document, positions);
    writer.endTerm();
  }
  return { terms: toStrings(sorted), postings: writer.done() };
}

function writtenKeys(keys: ReadonlyMap<string, readonly number[]>): Pick<Segment, 'keys' | 'keyPostings'> {
  const sorted = [...keys.keys()].sort(compareStrings);
  const writer = new PostingsWriter(0, new Uint32Array(0));
  for (const key of sorted) {
    for (const document of keys.get(key)!) writer.add(document, []);
    writer.endTerm();
  }
  return { keys: toStrings(sorted), keyPostings: writer.done() };
}
