import type { RunState } from './checkpoint';
import type { TrainingSettings } from './settings';

/** How long a run has taken, over all its attempts, and how long it may: `maxMinutes` of its settings. */
export class RunClock {
  private readonly started = performance.now();
  private readonly before: number;

  constructor(
    private readonly run: RunState,
    private readonly settings: TrainingSettings,
  ) {
    this.before = run.seconds;
  }

  /** Note the time in the run's state. */
  tick(): void {
    this.run.seconds = this.before + (performance.now() - this.started) / 1000;
  }

  get isOver(): boolean {
    return this.run.seconds >= this.limit;
  }

  /**
   * Which tenth of the time it is, where a run is validated by the clock too: of steps that it cuts short a tenth may
   * never come.
   */
  get tenth(): number {
    return this.settings.validation.every === undefined
      ? Math.floor((10 * this.run.seconds) / this.limit)
      : 0;
  }

  /** Of so many steps those that fit into the time, as far as can be told. */
  stepsThatFit(steps: number): number {
    const { step, seconds } = this.run;
    if (this.limit === Infinity || seconds === 0) return steps;
    return Math.max(step, Math.min(steps, Math.round((step * this.limit) / seconds)));
  }

  /** In seconds. */
  private get limit(): number {
    return (this.settings.maxMinutes ?? Infinity) * 60;
  }
}
