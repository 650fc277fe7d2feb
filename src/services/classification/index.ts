import type { Database } from '../../graph/database';
import type { ModelRecord } from '../../graph/models';
import { probabilities } from '../../models/classification/classifier';
import { badInput, quoted } from '../../shared/errors';
import { nearestSpelling } from '../../shared/spelling';
import { cleanText } from '../../shared/text';
import type { ModelService } from '../models';
import { checkFirst } from '../ranked';
import { cleanSubject, type Subject, subjectVector } from '../subject';
import { type LearnedTypes, LearnedTypesByModel } from './learned';

export type { LearnedTypes } from './learned';

export interface ClassificationRequest {
  readonly subject: Subject;
  readonly first: number;
  /** the types to tell apart; all that were learned by default */
  readonly among?: readonly string[];
  readonly model?: string;
}

export interface LikelyType {
  readonly type: string;
  /** that the entity has it, from 0 to 1; an entity may have several types, so they add up to anything */
  readonly probability: number;
}

export interface Classification {
  readonly model: ModelRecord;
  readonly learned: LearnedTypes;
  /** whether the subject's text was longer than the encoder reads */
  readonly truncated: boolean;
  /** the most probable first */
  readonly types: LikelyType[];
}

/** The types that an entity is likely to have, by what those of the graph have (BLP, section 4.2). */
export class ClassificationService {
  private readonly learned: LearnedTypesByModel;

  constructor(
    private readonly db: Database,
    private readonly models: ModelService,
  ) {
    this.learned = new LearnedTypesByModel(db, models);
  }

  /**
   * @throws NOT_FOUND for an unknown entity or model; BAD_INPUT, also for a type that was not learned; MODEL_UNAVAILABLE
   *         when too few entities have types
   */
  async classify(request: ClassificationRequest): Promise<Classification> {
    const { first } = request;
    checkFirst(first);
    const subject = cleanSubject(request.subject);
    const among = request.among?.map((type) => cleanText('type', type));
    const model = this.models.model(request.model);
    const [{ vector, truncated }, learned] = await Promise.all([
      subjectVector(this.db, this.models, model, subject),
      this.learned.of(model),
    ]);
    const found = probabilities(learned.classifier, vector);
    const types = chosen(learned, among).map((c) => ({ type: learned.types[c]!, probability: found[c]! }));
    types.sort((a, b) => b.probability - a.probability || (a.type < b.type ? -1 : 1));
    return { model: model.record, learned, truncated, types: types.slice(0, first) };
  }

  /**
   * Learn the types anew from the graph as it is now.
   *
   * @throws NOT_FOUND for an unknown model; MODEL_UNAVAILABLE when too few entities have types
   */
  async learn(name?: string): Promise<Pick<Classification, 'model' | 'learned'>> {
    const model = this.models.model(name);
    return { model: model.record, learned: await this.learned.learn(model) };
  }

  close(): void {
    this.learned.close();
  }
}

/** Numbers of the types that are asked for. */
function chosen({ types }: LearnedTypes, among: readonly string[] | undefined): number[] {
  if (!among) return [...types.keys()];
  return [...new Set(among)].map((type) => {
    const found = types.indexOf(type);
    if (found >= 0) return found;
    throw badInput(
      `The type ${quoted(type)} was not learned: too few entities have it, or all. Learned were ${types.length}, the ` +
        `nearest in spelling: ${nearestSpelling(type, types).slice(0, 10).map(quoted).join(', ')}.`,
      { type },
    );
  });
}
