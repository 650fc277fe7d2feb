/** NDCG@10 and NDCG@100 over all 467 queries of DBpedia-Entity v2, by trec_eval's gain. */
export interface PublishedSearch {
  readonly 'ndcg@10': number;
  readonly 'ndcg@100': number;
  /** NDCG@10 by type of query, where the specification has it */
  readonly byType?: Readonly<Record<string, number>>;
}

/** Table 5 of Daza et al. 2021; `words` is BM25F-CA, which the others rerank. */
export const publishedSearch: Readonly<Record<string, PublishedSearch>> = {
  words: {
    ...{ 'ndcg@10': 0.46, 'ndcg@100': 0.551 },
    byType: { namedEntity: 0.628, keywords: 0.439, list: 0.425, question: 0.369 },
  },
  'glove-bow': { 'ndcg@10': 0.462, 'ndcg@100': 0.554 },
  'be-bow': { 'ndcg@10': 0.46, 'ndcg@100': 0.552 },
  'glove-dkrl': { 'ndcg@10': 0.459, 'ndcg@100': 0.55 },
  'be-dkrl': { 'ndcg@10': 0.459, 'ndcg@100': 0.553 },
  'blp-transe': {
    ...{ 'ndcg@10': 0.472, 'ndcg@100': 0.562 },
    byType: { namedEntity: 0.631, keywords: 0.446, list: 0.442, question: 0.401 },
  },
  'blp-distmult': { 'ndcg@10': 0.468, 'ndcg@100': 0.56 },
  'blp-complex': { 'ndcg@10': 0.468, 'ndcg@100': 0.561 },
  'blp-simple': { 'ndcg@10': 0.464, 'ndcg@100': 0.557 },
};
