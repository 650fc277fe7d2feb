import { TrainedModel } from '../../models/blp';
import { linkQueries, type Question, readQueries } from '../../models/blp/queries';
import { createRelationModel } from '../../models/blp/relationModels';
import {
  byCategory,
  byPlaceOfNew,
  bySide,
  type RankingFigures,
  type RankingTask,
  rankTriples,
  reportOf,
} from '../../models/evaluation';
import { askedText } from '../../models/relationText';
import { concat } from '../../models/triples/concat';
import { KnownTriples } from '../../models/triples/knownTriples';
import { badInput } from '../../shared/errors';
import type { OnProgress } from '../../shared/progress';
import { rowOf } from '../../shared/vectors';
import { entityTexts, relationTexts, type Vocabulary } from './dataset';
import { askedOf, type Protocol, usualProtocol } from './protocol';
import { entityVectors } from './entityVectors';
import { readSplit, type StoredSplit } from './splitFolder';

export interface EvaluationRequest {
  /** folder of a finished model */
  readonly model: string;
  /** folder of a split */
  readonly split: string;
  /** file of the entities' texts */
  readonly text: string;
  /** file of the relations' texts, for models that read them */
  readonly relationText?: string;
  readonly part: 'valid' | 'test';
  /** the split's usual one by default */
  readonly protocol?: Protocol;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

export interface EvaluationReport extends RankingFigures {
  readonly part: 'valid' | 'test';
  readonly protocol: Protocol;
  readonly triples: number;
  readonly candidates: number;
  readonly seconds: { readonly encoding: number; readonly ranking: number };
}

/**
 * Inductive link prediction: every entity gets its vector from its text alone, and the ends of the part's triples are
 * ranked.
 *
 * @throws BAD_INPUT for files that do not fit each other; CORRUPT_FILE; CANCELLED
 */
export async function evaluateLinkPrediction(request: EvaluationRequest): Promise<EvaluationReport> {
  const { part, onProgress, signal } = request;
  const split = await readSplit(request.split);
  const protocol = request.protocol ?? usualProtocol(split.kind);
  const { triples, candidates } = askedOf(split, part, protocol);
  if (triples.length === 0) throw badInput(`The ${part} part has no triple for the ${protocol} protocol.`);

  const begun = performance.now();
  const scores = await scoresOf(request, split, triples);
  const encoded = performance.now();
  const { train, valid, test } = split.parts;
  const rankings = await rankTriples({
    ...scores,
    ...{ triples, candidates, onProgress, signal },
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
    ...reportOf(rankings, grouped),
    seconds: { encoding: (encoded - begun) / 1000, ranking: (ranked - encoded) / 1000 },
  };
}

/** What the ends of the triples are ranked with: vectors from texts alone, or from the training of a lookup. */
async function scoresOf(
  { model: folder, text, relationText, onProgress, signal }: EvaluationRequest,
  { kind, vocabulary }: StoredSplit,
  triples: Int32Array,
): Promise<Pick<RankingTask, 'metric' | 'dimension' | 'vectorOf' | 'queryOf'>> {
  const texts = await entityTexts(text, vocabulary.entities.list);
  const asked = await relationTexts(relationText, vocabulary);
  const model = await TrainedModel.load(folder);
  try {
    const { dimension, settings } = model.card;
    const relationModel = createRelationModel(settings);
    const { metric } = relationModel;
    const entities = { ids: vocabulary.entities.list, texts };
    const vectors = await entityVectors(model, entities, kind, onProgress, signal);
    const vectorOf = (entity: number) => rowOf(vectors, entity, dimension);
    if (relationModel.queryOf === 'text') {
      const read = ({ known, side, relation }: Question) => [
        texts[known]!,
        askedText(asked[relation]!, side),
      ];
      const queryOf = await readQueries(
        triples,
        dimension,
        async (questions) => (await model.encode(questions.map(read), onProgress, signal)).vectors,
      );
      return { metric, dimension, vectorOf, queryOf };
    }
    const relations = await relationVectors(model, vocabulary, asked);
    const relationOf = (relation: number) => rowOf(relations, relation, dimension);
    return { metric, dimension, vectorOf, queryOf: linkQueries(relationModel, vectorOf, relationOf) };
  } finally {
    model.dispose();
  }
}

/** `[relations, dimension]` in the order of the split's relations; those that training has not seen from their texts. */
async function relationVectors(
  model: TrainedModel,
  { relations }: Vocabulary,
  texts: readonly string[],
): Promise<Float32Array> {
  const { dimension, relationIds, settings } = model.card;
  const vectors = new Float32Array(relations.list.length * dimension);
  for (const [row, id] of relations.list.entries()) {
    const known = model.relationVectors.get(id);
    if (!known && settings.relationEncoder !== 'text') {
      throw badInput(
        `The model was not trained with the relation ${JSON.stringify(id)}. It knows ${relationIds.length}: train it on ` +
          'this split, or a model that reads relations (--relation-encoder text, --relation-model text-query).',
      );
    }
    vectors.set(known ?? (await model.encodeRelations([texts[row]!])).vectors, row * dimension);
  }
  return vectors;
}
