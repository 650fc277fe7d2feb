import { setImmediate as nextTurn } from 'node:timers/promises';
import { KindredError } from '../../shared/errors';
import type { OnProgress } from '../../shared/progress';
import { allFinite } from '../../shared/vectors';
import { tf } from '../backend';
import type { StoredTensor, TextEncoder, Weights } from '../encoders';
import { gatherBatch } from './batches';
import type { Checkpoint, CheckpointFolder, RunState } from './checkpoint';
import type { Epochs } from './epochs';
import { EntityMemory } from './entityMemory';
import { notFinite } from './notFinite';
import { logScale, type Objective, relationProjection, relationVectors } from './objectives';
import { createParameters, type Parameters } from './parameters';
import { mapValues, toStored } from './parameters/storedTensors';
import { Random } from '../../shared/random';
import { RunClock } from './runClock';
import { scheduleFactor } from './schedule';
import type { TrainingSettings } from './settings';
import { takeStep } from './step';
import type { GraphTokens } from './tokens';
import type { Validates } from './validation';

/** Weights with a learning rate of their own. */
const ofRelations = new Set([relationVectors, relationProjection, logScale]);

/** What a run works with, besides its state. */
export interface RunPlan {
  readonly encoder: TextEncoder;
  readonly settings: TrainingSettings;
  readonly objective: Objective;
  /** `[n, 3]` triples to train on */
  readonly triples: Int32Array;
  readonly tokens: GraphTokens;
  readonly validation: Validates | undefined;
  readonly epochs: Epochs;
  readonly steps: number;
  readonly checkpoints: CheckpointFolder;
  readonly onProgress: OnProgress;
  readonly onLog: (line: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** The weights to keep, and how the run went. */
export interface RunResult {
  readonly run: RunState;
  readonly weights: Record<string, StoredTensor>;
}

export const freshRun: RunState = {
  step: 0,
  seconds: 0,
  lossSum: 0,
  lossCount: 0,
  curve: [],
  bestStep: null,
};

/**
 * The training loop. Its state is the parameters and a {@link RunState}; what is drawn at random follows from the seed
 * and the step, so a run that goes on from a checkpoint computes what the unbroken run would have.
 */
export class Run {
  private readonly parameters: Parameters;
  private readonly run: RunState;
  private best: Record<string, StoredTensor> | null;
  private readonly validateEvery: number;
  private readonly stepsBefore: number;
  private readonly clock: RunClock;
  private readonly memory: EntityMemory | undefined;

  constructor(
    private readonly plan: RunPlan,
    start: Checkpoint,
  ) {
    this.parameters = createParameters(start.parameters);
    this.run = { ...start.run, curve: [...start.run.curve] };
    this.stepsBefore = start.run.step;
    this.clock = new RunClock(this.run, plan.settings);
    this.best = start.best;
    const { rememberedNegatives } = plan.settings;
    if (rememberedNegatives > 0)
      this.memory = new EntityMemory(rememberedNegatives, plan.encoder.dimension, start.memory);
    this.validateEvery = plan.settings.validation.every ?? Math.max(1, Math.round(plan.steps / 10));
  }

  /** @throws CANCELLED after writing a checkpoint, when the signal says so; BAD_INPUT when the loss is not finite */
  async toTheEnd(): Promise<RunResult> {
    const { steps, settings, signal } = this.plan;
    const { run, clock } = this;
    let saved = performance.now();
    this.report();
    let reported = 0;
    while (run.step < steps && !this.outOfPatience()) {
      const { tenth } = clock;
      this.step();
      clock.tick();
      const now = performance.now();
      if (now - reported > 250 || run.step === steps) {
        this.report();
        reported = now;
      }
      const isDue = run.step % this.validateEvery === 0 || clock.tenth > tenth;
      if (isDue || run.step === steps || clock.isOver) await this.validate();
      if (clock.isOver) {
        this.plan.onLog(
          `stopped after ${run.step} of ${steps} steps: the ${settings.maxMinutes} minutes are over`,
        );
        break;
      }
      if (signal?.aborted || now - saved > settings.checkpointEveryMinutes * 60_000) {
        this.save();
        saved = performance.now();
      }
      if (signal?.aborted) {
        throw new KindredError(
          'CANCELLED',
          `Training was stopped after ${run.step} of ${steps} steps; it can go on from there.`,
        );
      }
      await nextTurn();
    }
    return { run, weights: this.best ?? this.parameters.state().weights };
  }

  dispose(): void {
    this.parameters.dispose();
  }

  private step(): void {
    const { run, plan } = this;
    const { settings, steps } = plan;
    const batch = gatherBatch(plan.triples, plan.epochs.batch(run.step));
    const batchLoss = plan.objective.prepare(
      batch,
      plan.tokens,
      (purpose) => Random.of(settings.seed, purpose, run.step),
      this.memory,
    );
    const factor = scheduleFactor(settings.schedule, run.step, steps, settings.warmUpShare);
    const rate = (name: string): number =>
      factor * (ofRelations.has(name) ? settings.relationLearningRate : settings.learningRate);
    let vectors: tf.Tensor2D | undefined;
    const keep = this.memory && ((entities: tf.Tensor2D) => void (vectors = tf.keep(entities.clone())));
    const loss = takeStep(this.parameters, (weights) => batchLoss(weights, keep), rate);
    if (vectors) this.memory!.add(batch.entities, vectors.dataSync<'float32'>());
    vectors?.dispose();
    if (!Number.isFinite(loss)) throw notFinite(run.step + 1, settings, `the loss is ${loss}`);
    run.step++;
    run.lossSum += loss;
    run.lossCount++;
  }

  private async validate(): Promise<void> {
    const { run, plan } = this;
    if (!plan.validation) return;
    const weights = this.parameters.read();
    const stored = mapValues(weights, toStored);
    const metrics = await plan.validation.measure(weights).finally(() => dispose(weights));
    if (!metrics) throw notFinite(run.step, plan.settings, 'the vectors of entities are not finite');
    const loss = run.lossSum / run.lossCount;
    const best = run.curve.reduce((highest, { metrics: { mrr } }) => Math.max(highest, mrr!), -Infinity);
    run.curve.push({ step: run.step, loss, metrics });
    run.lossSum = run.lossCount = 0;
    if (metrics.mrr > best) {
      run.bestStep = run.step;
      this.best = stored;
    }
    plan.onLog(
      `step ${run.step}: loss ${loss.toFixed(4)}, validation MRR ${metrics.mrr.toFixed(3)}, hits@10 ${metrics['hits@10'].toFixed(3)}`,
    );
    this.report();
  }

  private outOfPatience(): boolean {
    const { patience } = this.plan.settings.validation;
    const { curve, bestStep } = this.run;
    if (patience === undefined || bestStep === null) return false;
    return curve.filter(({ step }) => step > bestStep).length >= patience;
  }

  private save(): void {
    const parameters = this.parameters.state();
    for (const [name, { data }] of Object.entries(parameters.weights)) {
      if (!allFinite(data))
        throw notFinite(this.run.step, this.plan.settings, `the weight ${name} is not finite`);
    }
    const memory = this.memory?.state() ?? {};
    this.plan.checkpoints.write({ run: this.run, parameters, memory, best: this.best });
    this.plan.onLog(`step ${this.run.step}: checkpoint written`);
  }

  private report(): void {
    const { run, plan } = this;
    const last = run.curve.at(-1);
    const loss = run.lossCount > 0 ? run.lossSum / run.lossCount : last?.loss;
    plan.onProgress({
      stage: 'training',
      done: run.step,
      total: this.clock.stepsThatFit(plan.steps),
      before: this.stepsBefore,
      unit: 'steps',
      metrics: { ...(loss !== undefined && { loss }), ...(last && { mrr: last.metrics['mrr']! }) },
    });
  }
}

function dispose(weights: Weights): void {
  for (const weight of Object.values(weights)) weight.dispose();
}
