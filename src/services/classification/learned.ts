import { hasChangedSince, storeClock } from '../../graph/changes';
import type { Database } from '../../graph/database';
import { checkLearnable, isHopeless, type TypeClassifier } from '../../models/classification/typeClassifier';
import type { KindredError } from '../../shared/errors';
import { log } from '../../shared/log';
import type { ModelService, ServedModel } from '../models';
import { typedVectors } from './examples';
import { learnTypes } from './learner';

/** What was learned from a model's vectors, and when by the store's clock, in milliseconds since 1970. */
export interface LearnedTypes extends TypeClassifier {
  readonly learnedAt: number;
}

/** After which what was learned is learned anew, where entities have changed since. */
const lastsMs = 10 * 60_000;

/** A change carries the time its transaction began, and shows when it has ended. */
const lookBackMs = 10_000;

/** The classifiers of the served models, each learned at the first need and kept in memory. */
export class LearnedTypesByModel {
  private readonly learned = new Map<string, LearnedTypes>();
  /** of models from whose vectors nothing can be learned, and since when */
  private readonly hopeless = new Map<string, { readonly error: KindredError; readonly at: number }>();
  private readonly running = new Map<string, Promise<LearnedTypes>>();
  private readonly stop = new AbortController();

  constructor(
    private readonly db: Database,
    private readonly models: ModelService,
    private readonly lasts = lastsMs,
  ) {}

  /**
   * What is known, at once; it is renewed in the background where it is old. Nothing known yet is waited for.
   *
   * @throws MODEL_UNAVAILABLE when too few entities have types; at once where no entity has changed since that was found
   */
  async of(model: ServedModel): Promise<LearnedTypes> {
    const known = this.learned.get(model.record.id);
    if (!known) {
      const hopeless = this.hopeless.get(model.record.id);
      if (hopeless && !(await this.hasChangedSince(hopeless.at))) throw hopeless.error;
      return this.learn(model);
    }
    if (Date.now() - known.learnedAt > this.lasts) {
      void this.renew(model, known).catch((error: unknown) =>
        log.warn({ model: model.record.id, err: error }, 'types could not be learned anew'),
      );
    }
    return known;
  }

  /** Learn now, from the graph as it is; whoever asks meanwhile waits for the same. */
  learn(model: ServedModel): Promise<LearnedTypes> {
    const { id } = model.record;
    const running = this.running.get(id) ?? this.run(model).finally(() => this.running.delete(id));
    this.running.set(id, running);
    return running;
  }

  close(): void {
    this.stop.abort();
  }

  private async run(model: ServedModel): Promise<LearnedTypes> {
    const { id } = model.record;
    const served = new Set(this.models.all().map(({ record }) => record.id));
    for (const known of [this.learned, this.hopeless])
      for (const other of known.keys()) if (!served.has(other)) known.delete(other);
    const learnedAt = await storeClock(this.db);
    const typed = await typedVectors(this.db, model);
    try {
      checkLearnable(typed);
      const found = { ...(await learnTypes(typed, this.stop.signal)), learnedAt };
      this.learned.set(id, found);
      this.hopeless.delete(id);
      return found;
    } catch (error) {
      if (!isHopeless(error)) throw error;
      this.learned.delete(id); // what it tells is not so any more
      this.hopeless.set(id, { error, at: learnedAt });
      throw error;
    }
  }

  private async renew(model: ServedModel, known: LearnedTypes): Promise<void> {
    if (this.running.has(model.record.id)) return;
    if (await this.hasChangedSince(known.learnedAt)) await this.learn(model);
  }

  private hasChangedSince(at: number): Promise<boolean> {
    return hasChangedSince(this.db, at - lookBackMs);
  }
}
