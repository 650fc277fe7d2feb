import './outlivingSignals';
import { backendName } from '../../models/backend';
import { TrainedModel } from '../../models/blp';
import { packError } from '../../shared/calls';
import type { Encoded, EncodeRequest, FromEncoder } from './messages';

/**
 * Turns texts into vectors for the process that forked it, which thereby keeps its event loop free of tensors.
 * Requests that wait for the same model are encoded together.
 */
const mostModels = 6;
/** Texts encoded before other requests have their turn. */
const textsPerTurn = 64;

const models = new Map<string, Promise<TrainedModel>>();
let waiting: EncodeRequest[] = [];
let busy = false;

process.on('disconnect', () => process.exit(0));
process.on('message', (request: EncodeRequest) => {
  waiting.push(request);
  if (!busy) setImmediate(() => void work());
});

send({ backend: backendName() });

async function work(): Promise<void> {
  if (busy) return;
  busy = true;
  while (waiting.length > 0) await encodeTogether(nextRequests());
  busy = false;
}

/** The request that has waited longest, and others of its kind for the same model while they are few enough texts. */
function nextRequests(): EncodeRequest[] {
  const { folder, of } = waiting[0]!;
  const taken: EncodeRequest[] = [];
  let texts = 0;
  for (const request of waiting) {
    if (request.folder !== folder || request.of !== of) continue;
    if (taken.length > 0 && texts + request.texts.length > textsPerTurn) break;
    taken.push(request);
    texts += request.texts.length;
  }
  waiting = waiting.filter((request) => !taken.includes(request));
  return taken;
}

async function encodeTogether(requests: readonly EncodeRequest[]): Promise<void> {
  try {
    const model = await load(requests[0]!.folder);
    const { vectors, truncated } = await encodeBy(model, requests);
    const { dimension } = model.card;
    let row = 0;
    for (const { call, texts } of requests) {
      const end = row + texts.length;
      const result: Encoded = {
        vectors: vectors.slice(row * dimension, end * dimension),
        truncated: truncated.slice(row, end),
      };
      send({ call, result });
      row = end;
    }
  } catch (error) {
    for (const { call } of requests) send({ call, error: packError(error) });
  }
}

function encodeBy(model: TrainedModel, requests: readonly EncodeRequest[]): Promise<Encoded> {
  const texts = requests.flatMap((request) => request.texts);
  return requests[0]!.of === 'entity' ? model.encode(texts) : model.encodeRelations(texts.flat());
}

/** The models used last stay loaded; one that cannot be loaded is tried again at the next request. */
function load(folder: string): Promise<TrainedModel> {
  const model = models.get(folder) ?? TrainedModel.load(folder);
  models.delete(folder);
  models.set(folder, model);
  model.catch(() => models.delete(folder));
  if (models.size > mostModels) {
    const [oldest, unused] = models.entries().next().value!;
    models.delete(oldest);
    unused.then(
      (gone) => gone.dispose(),
      () => undefined, // it could not be loaded: there is nothing to give back
    );
  }
  return model;
}

function send(message: FromEncoder): void {
  // A parent that has just been killed is noticed by its disconnection.
  if (process.connected) process.send!(message, undefined, undefined, () => undefined);
}
