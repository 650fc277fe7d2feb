import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { PendingCalls } from '../../shared/calls';
import { KindredError } from '../../shared/errors';
import { log } from '../../shared/log';
import { compiled } from '../../shared/paths';
import type { Encoded, EncodeRequest, FromEncoder } from './messages';

/** The process went away before it answered; another one may be asked. */
export class EncoderGone extends KindredError {
  constructor(why: string) {
    super('MODEL_UNAVAILABLE', messageOf(why));
  }
}

function messageOf(why: string): string {
  return `The encoder did not answer: ${why}. Nothing was written; try again.`;
}

/** One encoder process, from its start to its end, and the calls that wait for it. */
export class EncoderChild {
  private readonly pending: PendingCalls;
  private readonly child: ChildProcess;
  /** Name of the tensor backend, known soon after the start. */
  backend: string | undefined;
  isGone = false;

  /** @param timeoutMs in which it must answer one of the calls that wait; or else it is ended */
  constructor(timeoutMs: number) {
    this.pending = new PendingCalls({
      afterMs: timeoutMs,
      end: () => {
        const why = `it took more than ${timeoutMs / 1000} s`;
        this.pending.failFirst(new KindredError('MODEL_UNAVAILABLE', messageOf(why)));
        this.child.kill('SIGKILL');
        this.end(why);
      },
    });
    this.child = fork(compiled('services', 'encoding', 'encoderProcess.js'), [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.child.on('message', (message: FromEncoder) => {
      if ('backend' in message) this.backend = message.backend;
      else this.pending.settle(message);
    });
    this.child.on('error', (error) => this.end(error.message));
    this.child.on('exit', (code, signal) => {
      // Hit while it was starting: one that runs outlives both.
      const isAskedFor = signal === 'SIGINT' || signal === 'SIGTERM';
      this.end(`its process ended (${signal ?? code})`, isAskedFor ? 'debug' : 'warn');
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** @throws EncoderGone when the process ends first; MODEL_UNAVAILABLE when there is no answer in time, which ends it */
  async call(request: Omit<EncodeRequest, 'call'>): Promise<Encoded> {
    if (this.isGone) throw new EncoderGone('its process has ended');
    const { call, result } = this.pending.begin<Encoded>();
    this.child.send({ ...request, call } satisfies EncodeRequest, (error) => {
      if (error) this.pending.fail(call, new EncoderGone(error.message));
    });
    return result;
  }

  async close(): Promise<void> {
    const isOver =
      this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined;
    this.isGone = true;
    this.pending.failAll(new EncoderGone('it was closed'));
    if (isOver) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL'); // it has nothing to save, and may be deep in a computation
    await exit;
  }

  private end(why: string, level: 'debug' | 'warn' = 'warn'): void {
    if (!this.isGone) log[level](`the encoder: ${why}; the next text starts another process`);
    this.isGone = true;
    this.pending.failAll(new EncoderGone(why));
  }
}
