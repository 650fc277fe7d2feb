import type { ModelCard } from '../../models/blp';
import { readsTexts } from '../../models/encoders';
import {
  graphFingerprint,
  linkedEntities,
  type TrainingData,
  type TrainingGraph,
} from '../../models/training';
import { concat } from '../../models/triples/concat';
import { selectTriples } from '../../models/triples/incidence';
import type { Part } from '../../models/triples/inductiveSplit';
import { Random } from '../../shared/random';
import { entityTexts, relationTexts, type TextFiles } from './dataset';
import type { StoredSplit } from './splitFolder';

export interface TrainingDataRequest {
  readonly split: Pick<StoredSplit, 'vocabulary' | 'parts'>;
  /** file of the entities' texts */
  readonly text: TextFiles;
  /** file of the relations' texts, for models that read them */
  readonly relationText?: string;
  /** share of the training entities, drawn by the seed, between which triples are trained on; 1 by default */
  readonly share?: number;
  readonly seed: number;
}

/** What is trained on, and validated with. The test part is not looked at: neither its triples nor its entities' texts. */
export async function trainingData({
  split,
  text,
  relationText,
  share = 1,
  seed,
}: TrainingDataRequest): Promise<TrainingData> {
  const graph = trainingGraph(split);
  const { entityIds, relationIds } = graph;
  return {
    ...graph,
    texts: await entityTexts(text, entityIds),
    relationTexts: (await relationTexts(relationText, split.vocabulary)).slice(0, relationIds.length),
    triples: share === 1 ? graph.triples : triplesAmong(split.parts.train, share, seed),
  };
}

function trainingGraph({ vocabulary, parts: { train, valid } }: TrainingDataRequest['split']): TrainingGraph {
  // Rows go by part: what training has comes first, then what validation adds.
  const seen = concat([train.triples, valid.triples]);
  const relations = seen.reduce((most, row, i) => (i % 3 === 1 ? Math.max(most, row + 1) : most), 0);
  return {
    entityIds: vocabulary.entities.list.slice(0, train.entities.length + valid.entities.length),
    relationIds: vocabulary.relations.list.slice(0, relations),
    triples: train.triples,
    validation: valid.triples,
  };
}

/** The triples between a share of the entities. Of two shares by one seed the smaller is part of the larger. */
function triplesAmong({ entities, triples }: Part, share: number, seed: number): Int32Array {
  const order = Random.of(seed, 'training entities').shuffle(entities.slice());
  const kept = new Set(order.subarray(0, Math.round(share * order.length)));
  const numbers = Array.from({ length: triples.length / 3 }, (_, i) => i);
  return selectTriples(
    triples,
    numbers.filter((i) => kept.has(triples[i * 3]!) && kept.has(triples[i * 3 + 2]!)),
  );
}

/** Whether a model was trained on other triples than the split's training part, where its card tells. */
export function wasTrainedElsewhere({ encoder, trainedOn }: ModelCard, split: StoredSplit): boolean {
  const graph = trainingGraph(split);
  return (
    trainedOn.graph !== undefined &&
    trainedOn.graph !== graphFingerprint(readsTexts(encoder) ? graph : linkedEntities(graph))
  );
}
