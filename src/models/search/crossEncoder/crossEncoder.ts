import { Worker } from 'node:worker_threads';
import { PendingCalls, type Reply } from '../../../shared/calls';
import { KindredError } from '../../../shared/errors';
import { compiled } from '../../../shared/paths';
import { WaitingTexts } from '../../../shared/waitingTexts';
import type { CrossEncoderRequest, CrossEncoderStart } from './crossEncoderWorker';

/** Tokens of query and text together that are read. */
const maxLength = 128;

/** Texts that may wait at once: more would be read too late for whoever asks. */
const mostWaiting = 2_000;

/** In which the thread must answer one of the calls that wait. */
const timeoutMs = 120_000;

/** A cross-encoder in a thread of its own, which starts with the first call, and again after it has failed. */
export class CrossEncoder {
  private readonly pending = new PendingCalls({
    afterMs: timeoutMs,
    end: () => {
      void this.worker?.terminate();
      this.ended(this.worker, `took more than ${timeoutMs / 1000} s`);
    },
  });
  private worker: Worker | undefined;
  private readonly waiting = new WaitingTexts(mostWaiting, 'for the cross-encoder');

  /** @param folder see `SequenceClassifier.load` */
  constructor(private readonly folder: string) {}

  /**
   * How well each text fits a query, `[texts]`; the higher the better, on the model's own scale.
   *
   * @throws CORRUPT_FILE for a folder that cannot be used; LIMIT_EXCEEDED when too many texts wait; MODEL_UNAVAILABLE
   *         when the thread fails or does not answer
   */
  scores(query: string, texts: readonly string[]): Promise<Float32Array> {
    return this.waiting.during(texts.length, () => {
      const { call, result } = this.pending.begin<Float32Array>();
      this.running().postMessage({ call, query, texts } satisfies CrossEncoderRequest);
      return result;
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private running(): Worker {
    if (this.worker) return this.worker;
    const start: CrossEncoderStart = { folder: this.folder, maxLength };
    const file = compiled('models', 'search', 'crossEncoder', 'crossEncoderWorker.js');
    const worker = (this.worker = new Worker(file, { workerData: start }));
    worker.on('message', (reply: Reply) => this.pending.settle(reply));
    worker.on('error', (error) => this.ended(worker, `failed: ${error.message}`));
    worker.on('exit', () => this.ended(worker, 'was closed'));
    return worker;
  }

  /** Calls of a thread that is gone end with it; the next one starts another. */
  private ended(worker: Worker | undefined, why: string): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.pending.failAll(new KindredError('MODEL_UNAVAILABLE', `The cross-encoder ${why}.`));
  }
}
