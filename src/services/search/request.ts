import type { QueryType } from '../../models/search/reranking/queryTypes';
import { badInput, KindredError } from '../../shared/errors';
import { cleanText } from '../../shared/text';
import { readSearchCursor } from './cursor';

export interface SearchFilter {
  /** has one of these types; of no types, all have one */
  readonly types?: readonly string[];
  /** has a triple of one of these relations, on either side; of none, all have one */
  readonly relations?: readonly string[];
  /** whether it has a vector of the model that reranks, or of the default model */
  readonly hasVector?: boolean;
}

/** How the order of words and that of vectors become one. */
export type Fusion = 'interpolation' | 'reciprocalRank';

export interface Reranking {
  /** name or id; the default model where none is given */
  readonly model?: string;
  /** share of the cosine, from 0 to 1; what the model was tuned to where none is given */
  readonly alpha?: number;
  /** takes the α that was best for queries like this one */
  readonly queryType?: QueryType;
  /** how many of the best by words are reranked */
  readonly depth?: number;
  readonly fusion?: Fusion;
}

export interface SearchRequest {
  readonly query: string;
  readonly filter?: SearchFilter;
  readonly rerank?: Reranking;
  /** how many of the first a cross-encoder orders, after all else */
  readonly crossEncode?: number;
  readonly first: number;
  readonly after?: string;
}

/** A request in the form in which texts are stored, with its place in the order. */
export interface CleanSearch {
  /** all that shapes the order */
  readonly search: Pick<SearchRequest, 'query' | 'filter' | 'rerank' | 'crossEncode'>;
  /** how many stand before the page */
  readonly from: number;
  readonly first: number;
}

/** Further down nobody looks: whoever wants all of a kind asks `entities`. */
const deepest = 10_000;

export const mostDepth = 10_000;
/** Each costs a pass of the cross-encoder. */
const mostRead = 200;
export const defaultDepth = 1_000;

/** @throws BAD_INPUT for what cannot be searched, or a cursor of another search; LIMIT_EXCEEDED far down the order */
export function cleanSearch({
  query,
  filter = {},
  rerank,
  crossEncode,
  first,
  after,
}: SearchRequest): CleanSearch {
  if (
    crossEncode !== undefined &&
    !(Number.isInteger(crossEncode) && crossEncode >= 1 && crossEncode <= mostRead)
  )
    throw badInput(`"crossEncode" must be a whole number from 1 to ${mostRead}; ${crossEncode} came.`);
  const search = {
    query: cleanText('query', query, { required: false }),
    filter: {
      ...filter,
      types: some(filter.types)?.map((type) => cleanText('type', type)),
      relations: some(filter.relations)?.map((id) => cleanText('id', id, { called: 'relation' })),
    },
    rerank: rerank && cleanReranking(rerank),
    crossEncode,
  };
  const from = after === undefined ? 0 : readSearchCursor(search, after);
  if (from + first > deepest) {
    throw new KindredError(
      'LIMIT_EXCEEDED',
      `A search gives its best ${deepest}; the page would end at ${from + first}. Ask for more words, or filter by types.`,
      { limit: deepest },
    );
  }
  return { search, from, first };
}

/** A page on which no box is ticked asks for everything. */
function some<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list?.length ? list : undefined;
}

function cleanReranking(rerank: Reranking): Reranking {
  const { model, alpha, depth, fusion, queryType } = rerank;
  if (alpha !== undefined && !(alpha >= 0 && alpha <= 1))
    throw badInput(`"alpha" must be from 0 (words alone) to 1 (vectors alone); ${alpha} came.`);
  if (depth !== undefined && !(Number.isInteger(depth) && depth >= 1 && depth <= mostDepth))
    throw badInput(`"depth" must be a whole number from 1 to ${mostDepth}; ${depth} came.`);
  if (alpha !== undefined && queryType !== undefined)
    throw badInput('Give "alpha", or the "queryType" that it is chosen by, not both.');
  if (fusion === 'reciprocalRank' && (alpha !== undefined || queryType !== undefined))
    throw badInput('"alpha" and "queryType" are for interpolation; reciprocal-rank fusion knows no weights.');
  return { ...rerank, model: model === undefined ? undefined : cleanText('model', model) };
}
