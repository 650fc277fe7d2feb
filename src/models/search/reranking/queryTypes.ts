/**
 * What people type, as DBpedia-Entity tells it apart (Hasibi et al. 2017, section 3.1): the name of an entity, words about
 * what is sought, a description of several, a question in natural language.
 */
export const queryTypes = ['namedEntity', 'keywords', 'list', 'question'] as const;

export type QueryType = (typeof queryTypes)[number];

/** How queries of a type begin in the names that DBpedia-Entity v2 gives them. */
const prefixes: Readonly<Record<QueryType, RegExp>> = {
  namedEntity: /^SemSearch_ES-/,
  keywords: /^INEX_LD-/,
  list: /^(SemSearch_LS|INEX_XER|TREC_Entity)-/,
  question: /^QALD2_/,
};

/** The type of a query of DBpedia-Entity v2 by its id; undefined for other ids. */
export function queryTypeOf(id: string): QueryType | undefined {
  return queryTypes.find((type) => prefixes[type].test(id));
}
