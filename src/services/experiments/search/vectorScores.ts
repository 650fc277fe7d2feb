import { similarity } from '../../../models/blp/similarity';
import { normalizeRows, rowOf } from '../../../shared/vectors';
import type { OnProgress } from '../../../shared/progress';
import { entityText } from '../../../models/entityText';
import { type Features, featuresOf } from '../classification/features';
import type { Collection } from './collection';
import type { WordScores } from './wordRanking';

/** Cosines of queries and documents, where the document has a text. */
export type VectorScores = (query: string, document: string) => number | undefined;

/**
 * @param queries texts by id
 * @param ranked  the documents that cosines are asked of; only those with a text in the collection are read
 */
export async function vectorScores(
  features: Features,
  queries: ReadonlyMap<string, string>,
  ranked: WordScores,
  { texts }: Collection,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<VectorScores> {
  const documents = [...new Set([...ranked.values()].flatMap((own) => [...own.keys()]))].filter((id) =>
    texts.has(id),
  );
  const ids = [...queries.keys(), ...documents];
  const read = [...queries.values(), ...documents.map((id) => entityText(texts.get(id)!))];
  const { vectors, dimension } = await featuresOf(features, { ids, texts: read }, onProgress, signal);
  normalizeRows(vectors, dimension);
  const rowsOfQueries = new Map([...queries.keys()].map((id, row) => [id, row]));
  const rowsOfDocuments = new Map(documents.map((id, i) => [id, queries.size + i]));
  return (query, document) => {
    const [a, b] = [rowsOfQueries.get(query), rowsOfDocuments.get(document)];
    if (a === undefined || b === undefined) return undefined;
    return similarity('dot', rowOf(vectors, a, dimension), rowOf(vectors, b, dimension));
  };
}
