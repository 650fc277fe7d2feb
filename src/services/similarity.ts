import type { Database } from '../graph/database';
import type { ModelService } from './models';
import type { Answer } from './prediction';
import { checkFirst, ranked } from './ranked';
import { cleanSubject, type Subject, subjectVector } from './subject';

export interface SimilarityRequest {
  readonly subject: Subject;
  readonly first: number;
  readonly model?: string;
}

/** The entities nearest to one by the cosine of their vectors, out of all. */
export class SimilarityService {
  constructor(
    private readonly db: Database,
    private readonly models: ModelService,
  ) {}

  /** @throws NOT_FOUND for an unknown entity or model; BAD_INPUT */
  async similar({ subject: given, first, model: name }: SimilarityRequest): Promise<Answer> {
    checkFirst(first);
    const subject = cleanSubject(given);
    const model = this.models.model(name);
    const { vector, truncated } = await subjectVector(this.db, this.models, model, subject);
    const exclude = new Set('id' in subject ? [subject.id] : []);
    const found = await model.candidates.top({ vector, metric: 'cosine' }, first, exclude);
    return { model: model.record, truncated, predictions: ranked(found) };
  }
}
