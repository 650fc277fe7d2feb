import type { Analyzer } from '../analysis';
import { fields, type SearchDocument } from '../document';
import { PostingsWriter, shared } from '../postings';
import { nameTable } from '../suggestions/nameTable';
import { Occurrences } from './occurrences';
import type { Segment } from './segment';
import { compareStrings, toStrings } from './strings';

/** Between two texts of a field, so that no phrase goes from one into the other. */
const gap = 100;

/** A segment of some documents, each with an id of its own. */
export function buildSegment(given: readonly SearchDocument[], analyzer: Pick<Analyzer, 'tokens'>): Segment {
  const documents = [...given].sort((a, b) => compareStrings(a.id, b.id));
  const lengths = new Uint32Array(documents.length * fields.length);
  const occurrences = new Occurrences();
  const keys = new Map<string, number[]>();
  documents.forEach(({ texts, keys: own }, document) => {
    fields.forEach((field, f) => {
      let at = 0;
      for (const text of texts[field]) {
        const tokens = analyzer.tokens(text);
        for (let i = 0; i < tokens.length; i++) occurrences.add(tokens[i]!.term, document, f, at + i);
        lengths[document * fields.length + f]! += tokens.length;
        at += tokens.length + gap;
      }
    });
    for (const key of new Set(own)) {
      const known = keys.get(key);
      if (known) known.push(document);
      else keys.set(key, [document]);
    }
  });
  return {
    ids: toStrings(documents.map(({ id }) => id)),
    versions: shared(Float64Array.from(documents, ({ version }) => version)),
    popularity: shared(Uint32Array.from(documents, ({ popularity }) => popularity)),
    names: nameTable(documents),
    lengths: shared(lengths),
    ...occurrences.written(fields.length, lengths),
    ...writtenKeys(keys),
  };
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
