/** How fast something grows, in units a second: over about the last half minute. */
export class Rate {
  private readonly samples: { at: number; done: number }[] = [];
  private first: { at: number; done: number } | undefined;

  constructor(
    private readonly windowMs = 30_000,
    private readonly now: () => number = Date.now,
  ) {}

  /** @param done units done so far, never falling */
  add(done: number): void {
    const at = this.now();
    const sample = { at, done };
    this.first ??= sample;
    const before = this.samples.at(-2);
    if (before && at - before.at < this.windowMs / 50) this.samples.pop();
    this.samples.push(sample);
    while (this.samples.length > 2 && at - this.samples[0]!.at > this.windowMs) this.samples.shift();
  }

  get seconds(): number {
    return this.first ? (this.now() - this.first.at) / 1000 : 0;
  }

  /** What was done between the first report and the last, and in how many seconds. */
  get measured(): { done: number; seconds: number } {
    const [first, last] = [this.first, this.samples.at(-1)];
    return first && last
      ? { done: last.done - first.done, seconds: (last.at - first.at) / 1000 }
      : { done: 0, seconds: 0 };
  }

  /** What was done before the first report, as when a job resumes, counts for neither. */
  get recent(): number {
    return between(
      this.samples[0] === this.samples.at(-1) ? this.first : this.samples[0],
      this.samples.at(-1),
    );
  }
}

type Sample = { at: number; done: number };

function between(from: Sample | undefined, to: Sample | undefined): number {
  if (!from || !to || to.at <= from.at) return 0;
  return Math.max(0, ((to.done - from.done) * 1000) / (to.at - from.at));
}
