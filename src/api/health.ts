import type { RequestHandler } from 'express';
import type { Services } from '../services';
import { KindredError } from '../shared/errors';
import { version } from '../shared/version';
import { internalError } from './errors';

/** `GET /health`: the process is alive. Says nothing of the store, whose failure a restart would not mend. */
export function health({ embedding }: Services): RequestHandler {
  return (_request, response) => {
    response.json({ status: 'ok', version, node: process.version, backend: embedding.backend() ?? null });
  };
}

/**
 * `GET /ready`: whether requests can be answered; 503 while Neo4j does not answer, or while there are current models
 * and none of them is loaded. `notLoaded` names those current models that do not serve; the log has why.
 */
export function ready({ db, models }: Services): RequestHandler {
  return async (_request, response) => {
    const store = await fault(db.read('RETURN 1 AS one'));
    const current = store === undefined ? (await models.current()).models : [];
    const loaded = models.all().map(({ record }) => record.id);
    const notLoaded = current.map(({ record }) => record.id).filter((id) => !loaded.includes(id));
    const isReady = store === undefined && (current.length === 0 || loaded.length > 0);
    const status = isReady ? 'ready' : 'not ready';
    response.status(isReady ? 200 : 503).json({ status, store: store ?? 'ok', models: loaded, notLoaded });
  };
}

/** Why a check failed, in words fit to be shown; undefined where it did not. */
function fault(check: Promise<unknown>): Promise<string | undefined> {
  return check.then(
    () => undefined,
    (error: unknown) => (error instanceof KindredError ? error : internalError(error)).message,
  );
}
