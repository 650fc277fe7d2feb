import { createRelationModel, type Scoring } from '../../models/blp/relationModels';
import { sampleTriples } from '../../models/triples/sampleTriples';
import { Random } from '../../shared/random';

/** How much of a part is asked: everything where a size is not given. */
export interface SampleRequest {
  /** entities that the true one is ranked among, itself included; drawn for each question */
  readonly candidates?: number;
  readonly triples?: number;
  /** of both draws; 0 by default */
  readonly seed?: number;
}

/** Of models that read every candidate with its question: 20,000 texts, a minute or two on two cores. */
const readable = { candidates: 100, triples: 100 };

/** What is asked for a model: what the request leaves out is all, or as much as can be read in a short time. */
export function sampleSizes(
  { candidates, triples, seed = 0 }: SampleRequest,
  scoring: Scoring,
): SampleRequest & { readonly seed: number } {
  const defaults = createRelationModel(scoring).queryOf === 'none' ? readable : undefined;
  return { candidates: candidates ?? defaults?.candidates, triples: triples ?? defaults?.triples, seed };
}

/** @param triples `[n, 3]` row-major */
export function sampledTriples(
  triples: Int32Array,
  { triples: wanted, seed }: SampleRequest & { readonly seed: number },
): Int32Array {
  return wanted === undefined ? triples : sampleTriples(triples, wanted, Random.of(seed, 'triples'));
}
