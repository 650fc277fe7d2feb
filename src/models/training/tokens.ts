import type { Side } from '../blp/relationModels';
import { type EncodeOptions, readsTexts, type TextEncoder, tokenizeTexts } from '../encoders';
import { askedText } from '../relationText';
import type { TrainingData } from './data';

const sides = ['head', 'tail'] as const;

/** Token ids of all that a training reads. */
export interface GraphTokens {
  /** of every entity's text, or of its id where no texts are read */
  readonly entities: readonly Int32Array[];
  /** of every relation's, as a query says it that knows the head or the tail; none where no texts are read */
  readonly relations: Readonly<Record<Side, readonly Int32Array[]>>;
}

/** All that {@link tokenizeGraph} tokenises for an encoder of the kind. */
export function inputsOf(kind: string, { entityIds, texts, relationTexts }: TrainingData): string[] {
  if (!readsTexts(kind)) return [...entityIds];
  return [...texts, ...sides.flatMap((side) => relationTexts.map((text) => askedText(text, side)))];
}

export async function tokenizeGraph(
  encoder: TextEncoder,
  { entityIds, texts, relationTexts }: TrainingData,
  options: EncodeOptions,
): Promise<GraphTokens> {
  const reads = readsTexts(encoder.kind);
  const { ids: entities } = await tokenizeTexts(encoder, reads ? texts : entityIds, options);
  if (!reads) return { entities, relations: { head: [], tail: [] } };
  const asked = (side: Side) => encoder.tokenize(relationTexts.map((text) => askedText(text, side))).ids;
  return { entities, relations: { head: asked('head'), tail: asked('tail') } };
}

/**
 * What the encoder reads to score triples: head, relation and tail together.
 *
 * @param triples `[n, 3]` row-major
 */
export function tripleTokens(
  encoder: TextEncoder,
  { entities, relations }: GraphTokens,
  triples: Int32Array,
): Int32Array[] {
  return Array.from({ length: triples.length / 3 }, (_, i) => {
    const [head, relation, tail] = triples.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number];
    return encoder.join([entities[head]!, relations.head[relation]!, entities[tail]!]).ids;
  });
}

/** What the encoder reads to answer (known, relation, ?) or (?, relation, known); entities and relations by row. */
export function queryTokens(
  encoder: TextEncoder,
  { entities, relations }: GraphTokens,
  known: number,
  side: Side,
  relation: number,
): Int32Array {
  return encoder.join([entities[known]!, relations[side][relation]!]).ids;
}
