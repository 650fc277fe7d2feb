import type { Settings } from '../config';
import type { Database } from '../graph/database';
import { ClassificationService } from './classification';
import { CurationService } from './curation';
import { EmbeddingService } from './embedding';
import { EncoderClient } from './encoding';
import { EntityService } from './entities';
import { EvaluationService } from './evaluation';
import { JobService } from './jobs';
import { LinkService } from './links';
import { ModelChoiceService } from './modelChoice';
import { ModelService } from './models';
import { PredictionService } from './prediction';
import { SearchService } from './search';
import { CrossReader } from './search/crossReader';
import { SearchLearning } from './search/learning';
import { SearchIndex } from './search/searchIndex';
import { Tuning } from './search/tuning';
import { SimilarityService } from './similarity';

/** Everything Kindred can do, composed once for a process; API and commands call nothing else. */
export interface Services {
  readonly db: Database;
  readonly entities: EntityService;
  readonly curation: CurationService;
  readonly links: LinkService;
  readonly embedding: EmbeddingService;
  readonly prediction: PredictionService;
  readonly similarity: SimilarityService;
  readonly classification: ClassificationService;
  readonly search: SearchService;
  readonly searchLearning: SearchLearning;
  readonly models: ModelService;
  readonly modelChoice: ModelChoiceService;
  readonly jobs: JobService;
  readonly evaluation: EvaluationService;
  /** Ends processes and threads the services hold; the database stays its owner's. */
  close(): Promise<void>;
}

export interface ServicesRequest {
  readonly db: Database;
  readonly settings: Settings;
  /** hold the current models' vectors in memory and follow the store's changes: needed for predictions */
  readonly serving: boolean;
}

export async function createServices({ db, settings, serving }: ServicesRequest): Promise<Services> {
  const encoder = new EncoderClient();
  const models = new ModelService({ db, dataFolder: settings.KINDRED_DATA, encoder });
  const language = settings.KINDRED_SEARCH_LANGUAGE;
  const index = new SearchIndex({ db, dataFolder: settings.KINDRED_DATA, language });
  const reader = new CrossReader(db, settings.KINDRED_CROSS_ENCODER);
  if (serving) await models.start();
  const classification = new ClassificationService(db, models);
  return {
    db,
    models,
    classification,
    modelChoice: new ModelChoiceService(db, models, settings.KINDRED_DATA),
    entities: new EntityService(db),
    curation: new CurationService(db, models, index),
    links: new LinkService(db, index),
    embedding: new EmbeddingService(models),
    prediction: new PredictionService(db, models),
    similarity: new SimilarityService(db, models),
    search: new SearchService(index, models, new Tuning(db), reader, language),
    searchLearning: new SearchLearning(db, index, models),
    jobs: new JobService(db),
    evaluation: new EvaluationService(db, settings.KINDRED_DATA),
    async close() {
      classification.close();
      await reader.close();
      await index.close();
      await models.close();
      await encoder.close();
    },
  };
}

/** The shapes that services take and give, so that API and commands need no look below. */
export type {
  Direction,
  Entity,
  EntityFilter,
  NeighbourKey,
  Page,
  Relation,
  StoredTriple,
  Triple,
  TripleSource,
} from '../graph/types';
export type { Classification, LearnedTypes } from './classification';
export type { Evaluated } from './evaluation';
export type { Job, JobKind, JobState } from './jobs';
export type { Curve } from './models';
export { defaultDepth } from './search';
export type { CountRequest, FoundCounts, Fusion, HighlightedText, SearchRequest } from './search';
export type { QueryType } from '../models/search/reranking/queryTypes';
export type { ModelRecord } from '../graph/models';
