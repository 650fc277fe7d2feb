import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { PendingCalls } from '../../shared/calls';
import { KindredError } from '../../shared/errors';
import { log } from '../../shared/log';
import { compiled } from '../../shared/paths';
import type { Encoded, EncodeRequest, FromEncoder } from './messages';

/** Requests that may wait at once; more are refused, so that a flood ends in clear answers. */
const mostWaiting = 1_000;
const timeoutMs = 120_000;

/** Texts to vectors in a process of its own, started at the first need and again after it has died. */
export class EncoderClient {
  private readonly pending = new PendingCalls();
  private child: ChildProcess | undefined;
  private backendOfChild: string | undefined;

  /** Name of the tensor backend; undefined until the process has started. */
  backend(): string | undefined {
    return this.backendOfChild;
  }

  /** Start the process ahead of the first request. */
  start(): void {
    this.process();
  }

  /**
   * @param folder of the trained model
   * @throws CORRUPT_FILE when the model cannot be loaded; LIMIT_EXCEEDED when too many requests wait;
   *         MODEL_UNAVAILABLE when the process dies or does not answer
   */
  async encode(folder: string, texts: readonly string[]): Promise<Encoded> {
    if (this.pending.size >= mostWaiting) {
      throw new KindredError(
        'LIMIT_EXCEEDED',
        `${mostWaiting} texts wait to be encoded already. Try again later.`,
      );
    }
    const { call, result } = this.pending.begin<Encoded>();
    const timer = setTimeout(
      () => this.pending.fail(call, unavailable(`it gave no answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    this.process().send({ call, folder, texts } satisfies EncodeRequest, (error) => {
      if (error) this.pending.fail(call, unavailable(error.message));
    });
    try {
      return await result;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    this.pending.failAll(unavailable('it was closed'));
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }

  private process(): ChildProcess {
    if (this.child) return this.child;
    const child = fork(compiled('services', 'encoding', 'encoderProcess.js'), [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (message: FromEncoder) => {
      if ('backend' in message) this.backendOfChild = message.backend;
      else this.pending.settle(message);
    });
    child.once('exit', (code, signal) => {
      if (this.child !== child) return;
      this.child = undefined;
      log.warn(`the encoder process ended (${signal ?? code}); the next request starts another`);
      this.pending.failAll(unavailable('its process ended'));
    });
    this.child = child;
    return child;
  }
}

function unavailable(why: string): KindredError {
  return new KindredError(
    'MODEL_UNAVAILABLE',
    `The encoder did not answer: ${why}. Nothing was written; try again.`,
  );
}
