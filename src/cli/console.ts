import { ProgressDisplay } from '../shared/progressDisplay';
import { cutAt, painter } from '../shared/terminal';

/**
 * What a command writes for people. Results go to standard output; with `--json` that stays clean and everything else
 * goes to standard error.
 */
export class Console {
  readonly progress: ProgressDisplay;
  readonly paint: ReturnType<typeof painter>;

  private constructor(private readonly out: NodeJS.WriteStream) {
    this.progress = new ProgressDisplay(out);
    this.paint = painter(out);
  }

  static for({ json = false }: { json?: boolean }): Console {
    return new Console(json ? process.stderr : process.stdout);
  }

  /** where lines are cut; Infinity in a pipe */
  get columns(): number {
    return cutAt(this.out);
  }

  print(text = ''): void {
    this.progress.print(text);
  }
}

/** The one thing a `--json` command writes on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
