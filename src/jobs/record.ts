import type { Job } from '../graph/jobs';
import type { Report } from '../graph/leases';
import type { Progress } from '../shared/progress';
import type { FromJobProcess } from './messages';

/** Log lines a job keeps. */
export const logLines = 50;

/** What a running job has told so far; its worker writes it to the store at every beat. */
export class JobRecord {
  private progress: Progress | null;
  private metrics: Record<string, number>;
  private readonly lines: string[];

  /** Goes on from what earlier attempts left. */
  constructor(job: Job) {
    this.progress = job.progress;
    this.metrics = job.metrics;
    this.lines = [...job.logTail];
  }

  take(message: FromJobProcess): void {
    if (message.type === 'progress') {
      this.progress = message.progress;
      Object.assign(this.metrics, finite(message.progress.metrics));
    }
    if (message.type === 'succeeded') Object.assign(this.metrics, finite(message.metrics));
    if (message.type === 'log') this.log(message.line);
  }

  /** Only the last of the checkpoints is of interest: it takes the place of the one before. */
  log(line: string): void {
    const isCheckpoint = (text: string) => text.endsWith('checkpoint written');
    if (isCheckpoint(line)) this.lines.splice(0, Infinity, ...this.lines.filter((old) => !isCheckpoint(old)));
    this.lines.push(`${new Date().toISOString().slice(0, 19)}Z ${line}`);
    this.lines.splice(0, Math.max(0, this.lines.length - logLines));
  }

  report(): Report {
    return { progress: this.progress, metrics: this.metrics, logTail: this.lines };
  }
}

/** JSON has no NaN: a figure that is not a number yet is left out. */
function finite(metrics: Readonly<Record<string, number>> = {}): Record<string, number> {
  return Object.fromEntries(Object.entries(metrics).filter(([, value]) => Number.isFinite(value)));
}
