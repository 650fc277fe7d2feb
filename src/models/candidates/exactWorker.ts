import { parentPort, workerData } from 'node:worker_threads';
import { packError } from '../../shared/calls';
import type { Answer, Request } from './exactSearch';
import { VectorTable } from './vectorTable';

const table = new VectorTable(workerData as number);

parentPort!.on('message', (request: Request) => {
  const { call } = request;
  let answer: Answer;
  try {
    const result = carryOut(request);
    answer = { call, result, size: table.size };
  } catch (error) {
    answer = { call, error: packError(error), size: table.size };
  }
  parentPort!.postMessage(answer);
});

function carryOut(request: Request): unknown {
  switch (request.method) {
    case 'upsert':
      return table.upsert(request.ids, request.vectors);
    case 'remove':
      return table.remove(request.ids);
    case 'vectorOf':
      return table.vectorOf(request.id);
    case 'top':
      return table.top(request.query, request.k, request.exclude);
    case 'scores':
      return table.scores(request.query, request.ids);
    case 'lacking':
      return table.lacking(request.ids);
  }
}
