import type { TextModel } from './relationModel';

/**
 * The cosine of a query, which is read from the entity's text together with the relation's, with an entity vector.
 * Source: Wang et al. 2022 (SimKGC), section 3.2; here one encoder reads queries and entities.
 */
export const textQuery: TextModel = { queryOf: 'text', metric: 'dot', normalised: true, even: false };
