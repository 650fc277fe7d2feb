import { Worker } from 'node:worker_threads';
import { PendingCalls, type Reply } from '../../../shared/calls';
import { KindredError } from '../../../shared/errors';
import { compiled } from '../../../shared/paths';
import type { EngineCalls, EngineMethod, EngineRequest, EngineStart } from './messages';

/** What was loaded at the start. */
export interface Loaded {
  /** what `save` was given; undefined where nothing was saved, or it was damaged */
  readonly mark?: number;
  readonly documents: number;
}

type Asked = {
  [Method in EngineMethod]: (
    ...args: Parameters<EngineCalls[Method]>
  ) => Promise<ReturnType<EngineCalls[Method]>>;
};

/** The index in a thread of its own, so that neither asking nor changing it takes the caller's turns. */
export class SearchEngine implements Asked {
  private readonly pending = new PendingCalls();
  private stopped: KindredError | undefined;

  private constructor(private readonly worker: Worker) {}

  /** @throws MODEL_UNAVAILABLE when the thread cannot start */
  static async open(start: EngineStart): Promise<{ engine: SearchEngine; loaded: Loaded }> {
    const worker = new Worker(compiled('models', 'search', 'engine', 'searchWorker.js'), {
      workerData: start,
    });
    const engine = new SearchEngine(worker);
    worker.on('error', (error) => engine.stop(`The search failed: ${error.message}`));
    worker.on('exit', () => engine.stop('The search was closed.'));
    const loaded = await new Promise<Loaded>((resolve, reject) => {
      worker.once('message', ({ ready }: { ready: Loaded }) => resolve(ready));
      worker.once('exit', () => reject(engine.stopped!));
    });
    worker.on('message', (reply: Reply) => engine.pending.settle(reply));
    return { engine, loaded };
  }

  /** Whether it can still be asked; one whose thread has failed must be opened anew. */
  get alive(): boolean {
    return this.stopped === undefined;
  }

  /** Add documents, or replace those with the same ids; what is older than the index has it is passed over. */
  put: Asked['put'] = (documents) => this.call('put', documents);

  /** Ids that are not there are passed over. */
  remove: Asked['remove'] = (ids) => this.call('remove', ids);

  search: Asked['search'] = (asked) => this.call('search', asked);

  /** How many are found, without a text how many pass, and how many of them have each key that begins with a prefix. */
  count: Asked['count'] = (asked, countBy) => this.call('count', asked, countBy);

  /** Those of the ids whose documents are there and pass, in their order. */
  passing: Asked['passing'] = (ids, filter) => this.call('passing', ids, filter);

  /** Ids of all documents that pass, in no order. */
  allPassing: Asked['allPassing'] = (filter) => this.call('allPassing', filter);

  suggest: Asked['suggest'] = (typed, first) => this.call('suggest', typed, first);

  /** A query's words in some documents, to tune parameters by. */
  sample: Asked['sample'] = (text, ids) => this.call('sample', text, ids);

  /** Of every document its id and version. */
  versions: Asked['versions'] = () => this.call('versions');

  /** @param mark up to when the store's changes are in it, for whoever loads it */
  save: Asked['save'] = (folder, mark) => this.call('save', folder, mark);

  /** When nothing is left to merge. */
  settle: Asked['settle'] = () => this.call('settle');

  async close(): Promise<void> {
    this.stop('The search was closed.');
    await this.worker.terminate();
  }

  private call<Method extends EngineMethod>(
    method: Method,
    ...args: Parameters<EngineCalls[Method]>
  ): Promise<ReturnType<EngineCalls[Method]>> {
    if (this.stopped) return Promise.reject(this.stopped);
    const { call, result } = this.pending.begin<ReturnType<EngineCalls[Method]>>();
    this.worker.postMessage({ call, method, args } satisfies EngineRequest);
    return result;
  }

  private stop(why: string): void {
    this.stopped ??= new KindredError('MODEL_UNAVAILABLE', why);
    this.pending.failAll(this.stopped);
  }
}
