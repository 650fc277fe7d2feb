import { Worker } from 'node:worker_threads';
import { log } from '../../../shared/log';
import { compiled } from '../../../shared/paths';
import { mergeSegments } from '../segments/mergeSegments';
import type { Segment } from '../segments/segment';
import type { Merge, SegmentSet } from '../segments/segmentSet';

/** Documents that are merged at once without another thread: it takes milliseconds. */
const few = 2_000;

/** Keeps an index's segments few, one merge at a time, large ones in a thread of their own. */
export class Merging {
  private worker: Worker | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly set: SegmentSet) {}

  /** Merge what is to be merged, in the background. */
  start(): void {
    this.running ??= this.run()
      .catch((error: unknown) => log.warn({ err: error }, 'parts of the search index could not be merged'))
      .finally(() => (this.running = undefined));
  }

  /** When nothing is left to merge. */
  async settled(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    for (let merge = this.set.beginMerge(); merge; merge = this.set.beginMerge()) {
      const size = merge.replaced.reduce((sum, { count }) => sum + count, 0);
      this.set.finishMerge(merge, size <= few ? mergeSegments(merge.parts) : await this.elsewhere(merge));
      await new Promise(setImmediate); // whoever asks has a turn
    }
  }

  private elsewhere({ parts }: Merge): Promise<Segment> {
    const worker = (this.worker ??= new Worker(compiled('models', 'search', 'engine', 'mergeWorker.js')));
    worker.unref();
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => {
        this.worker = undefined;
        reject(error);
      };
      worker.once('message', (segment: Segment) => {
        worker.off('error', failed);
        resolve(segment);
      });
      worker.once('error', failed);
      worker.postMessage(parts);
    });
  }
}
