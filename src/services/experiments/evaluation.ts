import { TrainedModel } from '../../models/blp';
import { createRelationModel } from '../../models/blp/relationModels';
import { entityText } from '../../models/entityText';
import {
  byCategory,
  byPlaceOfNew,
  bySide,
  type FiguresOf,
  figuresOf,
  rankTriples,
} from '../../models/evaluation';
import { KnownTriples } from '../../models/triples/knownTriples';
import { badInput } from '../../shared/errors';
import type { OnProgress } from '../../shared/progress';
import { textsOf, type Vocabulary } from './dataset';
import { askedOf, concat, type Protocol } from './protocol';
import { readSplit } from './splitFolder';

export interface EvaluationRequest {
  /** folder of a finished model */
  readonly model: string;
  /** folder of a split */
  readonly split: string;
  /** file of the entities' texts */
  readonly texts: string;
  readonly part: 'valid' | 'test';
  readonly protocol: Protocol;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

export interface EvaluationReport {
  readonly part: 'valid' | 'test';
  readonly protocol: Protocol;
  readonly triples: number;
  readonly candidates: number;
  readonly all: FiguresOf;
  readonly groups: { readonly by: string; readonly name: string; readonly figures: FiguresOf }[];
  readonly seconds: { readonly encoding: number; readonly ranking: number };
}

/**
 * Inductive link prediction: every entity gets its vector from its text alone, and the ends of the part's triples are
 * ranked.
 *
 * @throws BAD_INPUT for files that do not fit each other; CORRUPT_FILE; CANCELLED
 */
export async function evaluateLinkPrediction(request: EvaluationRequest): Promise<EvaluationReport> {
  const { part, protocol, onProgress, signal } = request;
  const split = await readSplit(request.split);
  const { triples, candidates } = askedOf(split, part, protocol);
  if (triples.length === 0) throw badInput(`The ${part} part has no triple for the ${protocol} protocol.`);

  const begun = performance.now();
  const { vectors, relations, card } = await vectorsOf(request, split.vocabulary);
  const encoded = performance.now();
  const { train, valid, test } = split.parts;
  const rankings = await rankTriples({
    ...{ triples, candidates, relations, onProgress, signal },
    entities: vectors,
    dimension: card.dimension,
    model: createRelationModel(card.settings),
    known: new KnownTriples(
      concat([train.triples, valid.triples, test.triples]),
      split.vocabulary.entities.list.length,
    ),
  });
  const ranked = performance.now();
  const isTrained = new Set(train.entities);
  const grouped = {
    side: bySide(rankings),
    place: byPlaceOfNew(rankings, (entity) => !isTrained.has(entity)),
    category: byCategory(rankings, train.triples, split.vocabulary.relations.list.length),
  };
  return {
    ...{ part, protocol },
    triples: triples.length / 3,
    candidates: candidates.length,
    all: figuresOf(rankings, [...Array(rankings.size).keys()]),
    groups: Object.entries(grouped).flatMap(([by, groups]) =>
      groups.map(({ name, members }) => ({ by, name, figures: figuresOf(rankings, members) })),
    ),
    seconds: { encoding: (encoded - begun) / 1000, ranking: (ranked - encoded) / 1000 },
  };
}

/** A vector for every entity of the split, and relation vectors in the order of the split's relations. */
async function vectorsOf(
  { model: folder, texts: file, onProgress, signal }: EvaluationRequest,
  vocabulary: Vocabulary,
) {
  const texts = await textsOf(file, vocabulary);
  const missing = vocabulary.entities.list.filter((_, row) => !texts.has(row));
  if (missing.length > 0) {
    throw badInput(
      `${missing.length} entities of the split have no text in ${file}, the first is ${JSON.stringify(missing[0])}. ` +
        'Each needs one.',
    );
  }
  const model = await TrainedModel.load(folder);
  try {
    const { dimension, relationIds } = model.card;
    const relations = new Float32Array(vocabulary.relations.list.length * dimension);
    vocabulary.relations.list.forEach((id, row) => {
      const vector = model.relationVectors.get(id);
      if (!vector) {
        throw badInput(
          `The model was not trained with the relation ${JSON.stringify(id)}. It knows ${relationIds.length}: train it on this split.`,
        );
      }
      relations.set(vector, row * dimension);
    });
    const inOrder = vocabulary.entities.list.map((_, row) => entityText(texts.get(row)!));
    const { vectors } = await model.encode(inOrder, onProgress, signal);
    return { vectors, relations, card: model.card };
  } finally {
    model.dispose();
  }
}
