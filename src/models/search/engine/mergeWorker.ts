import { parentPort } from 'node:worker_threads';
import { type Mergeable, mergeSegments } from '../segments/mergeSegments';

parentPort!.on('message', (parts: readonly Mergeable[]) => {
  parentPort!.postMessage(mergeSegments(parts));
});
