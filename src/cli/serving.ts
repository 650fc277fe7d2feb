import { loadToken } from '../api/access/token';
import { startApi } from '../api/server';
import type { Settings } from '../config';
import type { Store } from '../graph/local/openStore';
import { startWorkerProcess } from '../jobs/workerProcess';
import { createServices, type Services } from '../services';

export interface Serving {
  /** `http://host:port/graphql` */
  readonly endpoint: string;
  readonly token: string;
  /** how to come by the token, for people */
  readonly tokenNote: string;
  readonly services: Services;
  close(): Promise<void>;
}

/** The API on a store, and a worker for its jobs; `close` ends both and leaves the store to its owner. */
export async function startServing(settings: Settings, store: Store): Promise<Serving> {
  const services = await createServices({ db: store.db, settings, serving: true });
  services.search.start();
  try {
    const { token, isNew, file } = await loadToken(settings);
    const api = await startApi({ services, settings, token });
    const worker = settings.KINDRED_WORKER ? startWorkerProcess(store) : undefined;
    return {
      endpoint: `${api.url}/graphql`,
      token,
      tokenNote: noteOn(token, isNew, file),
      services,
      async close() {
        await Promise.all([api.close(), worker?.stop()]);
        await services.close();
      },
    };
  } catch (error) {
    await services.close();
    throw error;
  }
}

/** The token itself is shown once, when it is made. */
function noteOn(token: string, isNew: boolean, file: string | undefined): string {
  if (!file) return 'Changes need the bearer token in KINDRED_TOKEN.';
  if (isNew) return `Changes need this bearer token, shown only now and kept in ${file}:\n  ${token}`;
  return `Changes need the bearer token in ${file}.`;
}
