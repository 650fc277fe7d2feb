import { fork } from 'node:child_process';
import type { TypeClassifier, TypedVectors } from '../../models/classification/typeClassifier';
import { unpackError } from '../../shared/calls';
import { KindredError } from '../../shared/errors';
import { compiled } from '../../shared/paths';
import type { FromLearner } from './messages';

/** In which it must be done; 20,000 entities take a fraction of it. */
const timeoutMs = 10 * 60_000;

/**
 * Learn types in a process of its own: it takes both cores for seconds.
 *
 * @throws MODEL_UNAVAILABLE when there is too little to learn from, or the process ends before it is done
 */
export function learnTypes(typed: TypedVectors, signal: AbortSignal): Promise<TypeClassifier> {
  return new Promise((resolve, reject) => {
    const gone = (why: string) =>
      reject(new KindredError('MODEL_UNAVAILABLE', `Types could not be learned: ${why}. Try again.`));
    const child = fork(compiled('services', 'classification', 'learnerProcess.js'), [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      signal,
      killSignal: 'SIGKILL',
      timeout: timeoutMs,
    });
    child.on('message', (message: FromLearner) => {
      if ('error' in message) reject(unpackError(message.error));
      else resolve(message.result);
    });
    child.on('error', (error) => gone(error.message));
    child.on('exit', (code, killedBy) => gone(`the process ended (${killedBy ?? code})`)); // too late where it has answered
    child.send(typed, () => undefined); // one that has died is noticed by its exit
  });
}
