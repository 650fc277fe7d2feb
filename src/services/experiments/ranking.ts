import { TrainedModel } from '../../models/blp';
import { linkQueries, type Question, readQueries } from '../../models/blp/queries';
import { createRelationModel } from '../../models/blp/relationModels';
import { similarity } from '../../models/blp/similarity';
import {
  type Choice,
  type RankingTask,
  type Rankings,
  rankSampled,
  rankTriples,
  sampledCandidates,
  type ScoresOf,
} from '../../models/evaluation';
import { askedText } from '../../models/relationText';
import type { KnownTriples } from '../../models/triples/knownTriples';
import { badInput } from '../../shared/errors';
import type { OnProgress } from '../../shared/progress';
import { rowOf } from '../../shared/vectors';
import { entityTexts, relationTexts, type TextFiles, type Vocabulary } from './dataset';
import { entityVectors } from './entityVectors';
import type { SplitKind } from './splitFolder';

export interface LinkRanking {
  /** folder of a finished model */
  readonly model: string;
  /** file of the entities' texts */
  readonly text: TextFiles;
  /** file of the relations' texts, for models that read them */
  readonly relationText?: string;
  readonly vocabulary: Vocabulary;
  readonly kind: SplitKind;
  /** `[n, 3]` row-major */
  readonly triples: Int32Array;
  /** entities that the true one is ranked among, or drawn from, by row */
  readonly candidates: Int32Array;
  /** how many candidates are drawn for each question; all are ranked where it is not given */
  readonly drawn: number | undefined;
  readonly seed: number;
  readonly known: KnownTriples;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

/** What vectors are ranked with: those from texts alone, or from the training of a lookup. */
type VectorScores = Pick<RankingTask, 'metric' | 'dimension' | 'vectorOf' | 'queryOf'>;

/** Rank the true ends of triples by a model's scores. */
export async function rankLinks(
  task: LinkRanking,
): Promise<{ rankings: Rankings; seconds: { encoding: number; ranking: number } }> {
  const { vocabulary, triples, candidates, drawn, seed, known, onProgress, signal } = task;
  const begun = performance.now();
  const entities = await entityTexts(task.text, vocabulary.entities.list);
  const relations = await relationTexts(task.relationText, vocabulary);
  const model = await TrainedModel.load(task.model);
  try {
    const readsTriples = createRelationModel(model.card.settings).queryOf === 'none';
    const vectors = readsTriples ? undefined : await vectorScores(model, task, entities, relations);
    const encoded = performance.now();
    const scoresOf = vectors ? comparing(vectors) : reading(model, entities, relations, signal);
    const candidatesOf = sampledCandidates({
      ...{ pool: candidates, known, seed },
      count: drawn ?? candidates.length,
    });
    const rankings =
      vectors && drawn === undefined
        ? await rankTriples({ ...vectors, triples, candidates, known, onProgress, signal })
        : await rankSampled({ triples, candidatesOf, scoresOf, onProgress, signal });
    const ranked = performance.now();
    return {
      rankings,
      seconds: { encoding: (encoded - begun) / 1000, ranking: (ranked - encoded) / 1000 },
    };
  } finally {
    model.dispose();
  }
}

/** Scores by the vectors of queries and entities. */
function comparing({ metric, vectorOf, queryOf }: VectorScores): ScoresOf {
  return (choices) => {
    const scores = choices.flatMap(({ question, candidates }) => {
      const query = queryOf(question);
      return Array.from(candidates, (candidate) => similarity(metric, query, vectorOf(candidate)));
    });
    return Promise.resolve(Float32Array.from(scores));
  };
}

/** Scores that the model reads from the texts of whole triples. */
function reading(
  model: TrainedModel,
  entities: readonly string[],
  relations: readonly string[],
  signal: AbortSignal | undefined,
): ScoresOf {
  return async (choices) => {
    const texts = choices.flatMap(({ question: { known, side, relation }, candidates }: Choice) =>
      Array.from(candidates, (candidate) => {
        const [head, tail] = side === 'head' ? [known, candidate] : [candidate, known];
        return [entities[head]!, relations[relation]!, entities[tail]!];
      }),
    );
    return (await model.encode(texts, undefined, signal)).vectors;
  };
}

async function vectorScores(
  model: TrainedModel,
  { vocabulary, kind, triples, onProgress, signal }: LinkRanking,
  texts: readonly string[],
  relations: readonly string[],
): Promise<VectorScores> {
  const { dimension, settings } = model.card;
  const relationModel = createRelationModel(settings);
  if (relationModel.queryOf === 'none') throw new Error('A model that reads triples has no vectors.');
  const { metric } = relationModel;
  const entities = { ids: vocabulary.entities.list, texts };
  const vectors = await entityVectors(model, entities, kind, onProgress, signal);
  const vectorOf = (entity: number) => rowOf(vectors, entity, dimension);
  if (relationModel.queryOf === 'text') {
    const read = ({ known, side, relation }: Question) => [
      texts[known]!,
      askedText(relations[relation]!, side),
    ];
    const queryOf = await readQueries(
      triples,
      dimension,
      async (questions) => (await model.encode(questions.map(read), onProgress, signal)).vectors,
    );
    return { metric, dimension, vectorOf, queryOf };
  }
  const ofRelations = await relationVectors(model, vocabulary, relations);
  const relationOf = (relation: number) => rowOf(ofRelations, relation, dimension);
  return { metric, dimension, vectorOf, queryOf: linkQueries(relationModel, vectorOf, relationOf) };
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
