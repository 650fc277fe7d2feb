import { duration } from '../../shared/terminal';
import type { Console } from '../console';

/** The demo's chapters: a heading for each, and at the end what each took. */
export class Timings {
  private readonly steps: { title: string; seconds: number }[] = [];

  constructor(
    private readonly console: Console,
    private readonly started = performance.now(),
  ) {}

  async step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    this.console.print(`\n${this.console.paint('bold', `${this.steps.length + 1}. ${title}`)}`);
    try {
      return await work();
    } finally {
      this.console.progress.done();
      this.steps.push({ title, seconds: (performance.now() - begun) / 1000 });
    }
  }

  get seconds(): number {
    return (performance.now() - this.started) / 1000;
  }

  summary(): string {
    const rows = [...this.steps, { title: 'In all', seconds: this.seconds }];
    const longest = Math.max(...rows.map(({ title }) => title.length));
    return rows.map(({ title, seconds }) => `  ${title.padEnd(longest)}  ${duration(seconds)}`).join('\n');
  }
}
