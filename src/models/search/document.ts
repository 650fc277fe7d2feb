/** What is searched in an entity, the order being that of all arrays over fields. */
export const fields = ['names', 'aliases', 'description', 'types', 'related'] as const;

export type Field = (typeof fields)[number];

/** An entity as the index sees it. */
export interface SearchDocument {
  readonly id: string;
  /** of an entity a later state has a higher one */
  readonly version: number;
  /** which of several with like names is meant rather: how many triples an entity has, for instance; whole */
  readonly popularity: number;
  /** of each field its texts: an entity has several aliases, types and related names */
  readonly texts: Readonly<Record<Field, readonly string[]>>;
  /** what filters can ask for, as `type:noun` */
  readonly keys: readonly string[];
}
