/** What the store holds, as plain values. Texts are already cleaned (`cleanText`) when they reach `graph`. */

export interface NewEntity {
  id: string;
  name: string;
  aliases: string[];
  description: string;
  examples: string[];
  types: string[];
  /** BCP 47 tag of the texts: "en" */
  language: string;
  /** who answers for the texts: an import's name ("wordnet-3.0") or "curated" */
  source: string;
}

export interface Entity extends NewEntity {
  /** 1 at first; grows with each change of name, aliases or description, so vectors of older texts show */
  revision: number;
  /** ISO 8601 */
  createdAt: string;
  /** milliseconds since 1970 */
  updatedAt: number;
}

export interface Relation {
  id: string;
  name: string;
  description: string;
}

export interface Triple {
  head: string;
  relation: string;
  tail: string;
}

export type TripleSource = 'imported' | 'curated' | 'predicted';

export interface StoredTriple extends Triple {
  source: TripleSource;
  by: string;
  /** ISO 8601 */
  at: string;
}

/** One page of a sorted list; `cursors[i]` continues after `items[i]`. */
export interface Page<T> {
  items: T[];
  cursors: string[];
  hasNextPage: boolean;
  totalCount?: number;
}

/** Conditions that must all hold; an entity passes `types` when it has every one of them. */
export interface EntityFilter {
  ids?: string[];
  types?: string[];
  nameStartsWith?: string;
  source?: string;
}

export type Direction = 'outgoing' | 'incoming';

/** One list of triples: those of `entity`, of one relation where given, `first` of them after a cursor. */
export interface NeighbourKey {
  entity: string;
  relation?: string;
  first: number;
  after?: string;
}
