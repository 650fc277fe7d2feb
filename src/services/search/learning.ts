import type { Database } from '../../graph/database';
import { writeReranking, writeSearchParameters } from '../../graph/searchTuning';
import { mean } from '../../models/metrics/mean';
import type { Grades } from '../../models/metrics/retrievalFigures';
import type { SearchEngine } from '../../models/search/engine/searchEngine';
import type { Bm25fParameters } from '../../models/search/ranking/bm25f';
import { defaultParameters } from '../../models/search/ranking/defaultParameters';
import type { AlphaTuning } from '../../models/search/reranking/alphaTuning';
import { coordinateAscent } from '../../models/search/training/coordinateAscent';
import { type JudgedSample, meanNdcg } from '../../models/search/training/judgedSample';
import { badInput } from '../../shared/errors';
import type { OnProgress } from '../../shared/progress';
import type { ModelService } from '../models';
import { readingModel } from '../textless';
import { type Gain, type JudgedQueries, learnAlpha, ndcgOf } from './alphaLearning';
import type { SearchIndex } from './searchIndex';

export interface LearningRequest extends JudgedQueries {
  /** names or ids of models whose α is tuned too */
  readonly models: readonly string[];
  readonly seed: number;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

export interface Learned {
  /** judged queries, and how many of the judged entities are in the store */
  readonly queries: number;
  readonly judged: number;
  readonly stored: number;
  readonly words: Gain & { readonly parameters: Bm25fParameters };
  /** by id of the model */
  readonly models: Readonly<Record<string, Gain & { readonly alpha: AlphaTuning }>>;
}

/** Entities that parameters are tuned by, besides the judged ones. */
const sampled = 200;

/** Learns how to search from judged queries: BM25F's parameters by coordinate ascent, then α of models by the grid. */
export class SearchLearning {
  constructor(
    private readonly db: Database,
    private readonly index: SearchIndex,
    private readonly models: ModelService,
  ) {}

  /**
   * What is learned of all queries, and by cross-validation how well it does with others. Nothing is stored.
   *
   * @throws BAD_INPUT when no query has an entity of the store that is of use; NOT_FOUND, MODEL_UNAVAILABLE
   */
  async learn(request: LearningRequest): Promise<Learned> {
    const { judgments, folds, seed, onProgress, signal } = request;
    const asked = request.models.map((name) => readingModel(this.models, name)); // before the long work
    const engine = await this.index.ready();
    const stored = await storedGrades(engine, judgments);
    const queries = new Map([...request.queries].filter(([id]) => isUseful(stored.get(id))));
    if (queries.size < 2)
      throw badInput(
        `${queries.size === 0 ? 'No query has' : 'One query alone has'} a judged entity of use that the store has; ` +
          'at least 2 are needed. Ids must be those of entities.',
      );
    const samples = new Map<string, JudgedSample>();
    for (const [id, text] of queries) {
      const grades = stored.get(id)!;
      const hits = await engine.search({ text, parameters: defaultParameters, first: sampled });
      const ids = new Set([...hits.map((hit) => hit.id), ...grades.keys()]);
      samples.set(id, { grades, sample: await engine.sample(text, [...ids]) });
    }
    const tune = async (ids: readonly string[]) => {
      const { parameters: best } = await coordinateAscent({
        ...{ start: defaultParameters, seed, signal },
        objective: (tried) =>
          meanNdcg(
            ids.flatMap((id) => samples.get(id) ?? []),
            tried,
          ),
      });
      return best;
    };
    const [before, after]: [number[], number[]] = [[], []];
    const byFold: Bm25fParameters[] = [];
    for (const [number, { training, testing }] of folds.entries()) {
      onProgress?.({ stage: 'tuning words', done: number, total: folds.length + 1, unit: 'folds' });
      const learned = await tune(training);
      byFold.push(learned);
      for (const id of testing.filter((each) => queries.has(each))) {
        const ndcg = async (parameters: Bm25fParameters) =>
          ndcgOf(await found(engine, queries.get(id)!, parameters, 10), stored.get(id)!);
        before.push(await ndcg(defaultParameters));
        after.push(await ndcg(learned));
      }
    }
    const parameters = await tune([...queries.keys()]);
    onProgress?.({ stage: 'tuning words', done: folds.length + 1, total: folds.length + 1, unit: 'folds' });
    const models: Record<string, Gain & { alpha: AlphaTuning }> = {};
    for (const [number, model] of asked.entries()) {
      onProgress?.({ stage: 'tuning α', done: number, total: asked.length, unit: 'models' });
      const words = { engine, parameters, byFold };
      const all = { queries, judgments: stored, folds };
      models[model.record.id] = await learnAlpha(this.models, model, words, all, signal);
    }
    return {
      queries: queries.size,
      judged: sizes(judgments),
      stored: sizes(stored),
      words: { before: mean(before), after: mean(after), parameters },
      models,
    };
  }

  /** Let searches go by what was learned, in all processes. */
  async store({ words, models }: Learned): Promise<void> {
    await writeSearchParameters(this.db, JSON.stringify(words.parameters));
    for (const [id, { alpha }] of Object.entries(models))
      await writeReranking(this.db, id, JSON.stringify(alpha));
  }

  /** Let searches go by the defaults again. α of models stays. */
  async forget(): Promise<void> {
    await writeSearchParameters(this.db, null);
  }
}

async function found(engine: SearchEngine, text: string, parameters: Bm25fParameters, first: number) {
  return engine.search({ text, parameters, first });
}

/** Judgments of entities that can be found: what cannot would only lower every figure alike. */
async function storedGrades(
  engine: SearchEngine,
  judgments: ReadonlyMap<string, Grades>,
): Promise<Map<string, Grades>> {
  const all = [...new Set([...judgments.values()].flatMap((grades) => [...grades.keys()]))];
  const there = new Set(await engine.passing(all, {}));
  return new Map(
    Array.from(judgments, ([query, grades]) => [query, new Map([...grades].filter(([id]) => there.has(id)))]),
  );
}

function isUseful(grades: Grades | undefined): boolean {
  return grades !== undefined && [...grades.values()].some((grade) => grade > 0);
}

function sizes(judgments: ReadonlyMap<string, Grades>): number {
  return [...judgments.values()].reduce((sum, grades) => sum + grades.size, 0);
}
