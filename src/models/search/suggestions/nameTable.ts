import type { SearchDocument } from '../document';
import { foldAccents } from '../analysis/folding';
import { wordsOf } from '../analysis/words';
import { noDocument, shared } from '../postings';
import { compareStrings, stringAt, type Strings, toStrings } from '../segments/strings';

/** What an entry is, the best first: somebody who types its beginning means it the more. */
export const entryKinds = ['name', 'alias', 'inside name', 'inside alias'] as const;

/**
 * The names of a segment's documents to complete what somebody types: an entry for each word that a name has, and for
 * its beginning.
 */
export interface NameTable {
  /** folded, from a word's start to the name's end; sorted, of several names perhaps the same */
  readonly texts: Strings;
  /** `[entries]` */
  readonly documents: Uint32Array;
  /** `[entries]` places in {@link entryKinds} */
  readonly kinds: Uint8Array;
}

/** Longest text of an entry, in UTF-16 units; nobody types more to have it completed. */
const longest = 80;

/** Nothing to fold but capitals. */
const plain = /^(?! )(?:[!-~]| (?! ))*$/;

interface Entry {
  readonly text: string;
  readonly document: number;
  readonly kind: number;
}

export function nameTable(documents: readonly Pick<SearchDocument, 'texts'>[]): NameTable {
  const entries: Entry[] = [];
  documents.forEach(({ texts: { names, aliases } }, document) => {
    const add = (name: string, isAlias: number) => {
      const words = wordsOf(name);
      // Some begin with a sign, as ".net" does, or have nothing else.
      if (words[0]?.start !== 0) entries.push({ text: foldedName(name), document, kind: isAlias });
      words.forEach(({ start }, word) => {
        const text = foldedName(name.slice(start));
        entries.push({ text, document, kind: (word > 0 ? 2 : 0) + isAlias });
      });
    };
    for (const name of names) add(name, 0);
    for (const alias of aliases) add(alias, 1);
  });
  return tableOf(entries.sort((a, b) => compareStrings(a.text, b.text)));
}

/** A name, or what is typed of one, without case and accents. */
export function foldedName(text: string): string {
  if (plain.test(text)) return text.slice(0, longest).toLowerCase();
  const folded = foldAccents(text.normalize('NFKC').toLowerCase()).replace(/\s+/gu, ' ');
  return folded.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
}

/** @param numbers of each part's documents the new ones; `noDocument` for those that are gone */
export function mergeNameTables(
  parts: readonly { readonly table: NameTable; readonly numbers: Uint32Array }[],
): NameTable {
  const entries = parts.flatMap(({ table, numbers }) =>
    Array.from(table.documents, (old, entry) => ({
      text: stringAt(table.texts, entry),
      document: numbers[old]!,
      kind: table.kinds[entry]!,
    })).filter(({ document }) => document !== noDocument),
  );
  return tableOf(entries.sort((a, b) => compareStrings(a.text, b.text) || a.document - b.document));
}

function tableOf(entries: readonly Entry[]): NameTable {
  return {
    texts: toStrings(entries.map(({ text }) => text)),
    documents: shared(Uint32Array.from(entries, ({ document }) => document)),
    kinds: shared(Uint8Array.from(entries, ({ kind }) => kind)),
  };
}
