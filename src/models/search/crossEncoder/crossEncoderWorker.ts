import { parentPort, workerData } from 'node:worker_threads';
import { packError, type Reply } from '../../../shared/calls';
import { SequenceClassifier } from './sequenceClassifier';

/** What the thread starts with, and what it is asked. */
export interface CrossEncoderStart {
  readonly folder: string;
  readonly maxLength: number;
}

export interface CrossEncoderRequest {
  readonly call: number;
  readonly query: string;
  readonly texts: readonly string[];
}

const { folder, maxLength } = workerData as CrossEncoderStart;
const loading = SequenceClassifier.load(folder, maxLength);
loading.catch(() => undefined); // told to whoever asks

parentPort!.on('message', ({ call, query, texts }: CrossEncoderRequest) => {
  loading
    .then((model) => model.scores(query, texts))
    .then(
      (result): Reply => ({ call, result }),
      (error: unknown): Reply => ({ call, error: packError(error) }),
    )
    .then((reply) => parentPort!.postMessage(reply))
    .catch(() => undefined);
});
