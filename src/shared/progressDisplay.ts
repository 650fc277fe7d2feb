import { SingleBar } from 'cli-progress';
import type { Progress } from './progress';
import { Rate } from './rate';
import { count, cutAt, duration, fit, painter, width } from './terminal';

/** Seconds after which a step is worth a line of its own. */
const longStep = 3;
const barColumns = 20;

/**
 * Shows how far long steps have come: a bar with rate and time left on a terminal, a line every few seconds in a pipe.
 * A step ends when another stage is reported or at `done`; one that was long leaves a line behind.
 */
export class ProgressDisplay {
  private bar: SingleBar | undefined;
  private current: Progress | undefined;
  private rate = new Rate();
  private lastLine = 0;

  constructor(
    private readonly out: NodeJS.WriteStream,
    private readonly lineEveryMs = 5_000,
  ) {}

  readonly show = (progress: Progress): void => {
    if (progress.stage !== this.current?.stage) this.begin();
    this.current = progress;
    this.rate.add(progress.done);
    if (this.bar) this.draw(this.bar, progress);
    else this.maybeLine(progress);
  };

  /** A line of text, above the bar where there is one. */
  print(text: string): void {
    const showing = this.bar && this.current;
    this.stopBar();
    this.out.write(`${text}\n`);
    if (showing) this.startBar();
  }

  /** The last step is over. */
  done(): void {
    this.stopBar();
    const { current, rate } = this;
    this.current = undefined;
    if (!current || rate.seconds < longStep) return;
    const text = `${current.stage}: ${summary(current, rate)}`;
    this.out.write(`${painter(this.out)('dim', fit(`  ${text}`, cutAt(this.out)))}\n`);
  }

  private begin(): void {
    this.done();
    this.rate = new Rate();
    this.lastLine = Date.now();
    if (this.out.isTTY) this.startBar();
  }

  private startBar(): void {
    this.bar = new SingleBar({
      stream: this.out,
      clearOnComplete: true,
      hideCursor: true,
      fps: 5,
      emptyOnZero: true,
      format: () => (this.current ? this.barText(this.current) : ''),
    });
    this.bar.start(this.current?.total ?? 1, 0);
  }

  private draw(bar: SingleBar, { done, total }: Progress): void {
    bar.setTotal(total ?? Math.max(done, 1));
    bar.update(done);
  }

  private stopBar(): void {
    this.bar?.stop();
    this.bar = undefined;
  }

  private maybeLine(progress: Progress): void {
    if (Date.now() - this.lastLine < this.lineEveryMs) return;
    this.lastLine = Date.now();
    const { stage, done, total, unit } = progress;
    const start = total
      ? `  ${stage}: ${count(done)} of ${count(total)} ${unit}`
      : `  ${stage}: ${amount(done, unit)}`;
    this.out.write(`${joined([start, ...this.figures(progress)], width(this.out), cutAt(this.out))}\n`);
  }

  private barText(progress: Progress): string {
    const { stage, done, total, unit } = progress;
    const filled = total ? Math.round((barColumns * Math.min(done, total)) / total) : 0;
    const start = total
      ? `  ${stage} ${'█'.repeat(filled)}${'░'.repeat(barColumns - filled)} ${count(done)}/${count(total)}`
      : `  ${stage} ${amount(done, unit)}`;
    return joined([start, ...this.figures(progress)], width(this.out) - 1);
  }

  /** The most telling first. */
  private figures({ done, total, unit, metrics = {} }: Progress): string[] {
    const pace = this.rate.recent;
    return [
      ...(total && pace > 0 ? [`${duration((total - done) / pace)} left`] : []),
      ...(pace > 0 && unit !== 's' ? [perSecond(pace)] : []),
      ...Object.entries(metrics).map(([name, value]) => `${name} ${Number(value.toPrecision(3))}`),
    ];
  }
}

/** Number, time and rate fit each other: what was done before the first report took as long, at the same rate. */
function summary({ done, before = 0, unit }: Progress, rate: Rate): string {
  if (unit === 's') return duration(rate.seconds);
  const all = done - before;
  const measured = rate.measured;
  if (measured.done <= 0 || measured.seconds <= 0) return `${amount(all, unit)} in ${duration(rate.seconds)}`;
  const pace = measured.done / measured.seconds;
  return `${amount(all, unit)} in ${duration(all / pace)}, ${perSecond(pace)}`;
}

/** "1 step", "2 steps"; the unit is a plural */
function amount(value: number, unit: string): string {
  const one = value === 1 ? unit.replace(/ies$/, 'y').replace(/(?<=..)s$/, '') : unit;
  return `${count(value)} ${one}`;
}

/** The start, and as many parts as fit. */
function joined([start = '', ...parts]: readonly string[], columns: number, cut = columns): string {
  let text = start;
  for (const part of parts) {
    if (text.length + part.length + 2 > columns) break;
    text += `, ${part}`;
  }
  return fit(text, cut);
}

function perSecond(rate: number): string {
  return `${rate >= 10 ? count(rate) : rate.toPrecision(2)}/s`;
}
