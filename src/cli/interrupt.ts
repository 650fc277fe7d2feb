import { KindredError } from '../shared/errors';
import { exitCodes } from './exitCodes';

/**
 * Ctrl-C and SIGTERM as a signal that a command winds up on; the second one ends the process at once.
 * A process that was forked leaves Ctrl-C, which reaches the whole terminal, to its parent, and ends when that is gone.
 */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(interrupted());
  };
  process.on('SIGTERM', interrupt);
  process.on('SIGINT', process.connected ? () => undefined : interrupt);
  process.on('disconnect', () => controller.abort(interrupted()));
  process.channel?.unref(); // listening for the parent's end must not keep the process alive
  return controller.signal;
}

/** What `throwIfAborted` throws: foreseen, with the exit status of an interruption. */
function interrupted(): KindredError {
  return new KindredError('CANCELLED', 'It was interrupted before its end.');
}

export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
