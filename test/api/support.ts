import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type RunningApi, startApi } from '../../src/api/server';
import { loadSettings } from '../../src/config';
import type { Database } from '../../src/graph/database';
import { createServices, type Services } from '../../src/services';
import { clear, testDatabase } from '../support/neo4j';

export const token = 'the-token-of-these-tests';

/** What came back, of GraphQL or of the guards before it. `Data` is what the test knows it asked for. */
export interface Answer<Data = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Data;
  readonly errors: { message: string; path?: unknown[]; extensions: { code: string; details?: object } }[];
}

type Operation = <Data = Record<string, unknown>>(query: string, variables?: object) => Promise<Answer<Data>>;

export interface TestApi extends RunningApi {
  readonly services: Services;
  /** Any request to the server. */
  send<Data = Record<string, unknown>>(path: string, init?: RequestInit): Promise<Answer<Data>>;
  /** A GraphQL operation as an anonymous reader. */
  readonly ask: Operation;
  /** The same with the token. */
  readonly tell: Operation;
}

/**
 * The API on a free port, over the worker's own database, which is emptied first.
 *
 * @param reached another way to that database
 */
export async function startTestApi(
  environment: Record<string, string> = {},
  reached?: Database,
): Promise<TestApi> {
  const db = await testDatabase();
  await clear(db);
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'kindred-api-'));
  const settings = loadSettings({ KINDRED_PORT: '0', KINDRED_DATA: dataFolder, ...environment });
  const services = await createServices({ db: reached ?? db, settings, serving: true });
  const close = async () => {
    await services.close();
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    const api = await startApi({ services, settings, token });
    return attach({ ...api, close: () => api.close().then(close) }, services);
  } catch (error) {
    await close();
    throw error;
  }
}

function attach(api: RunningApi, services: Services): TestApi {
  const send = async <Data>(path: string, init?: RequestInit): Promise<Answer<Data>> => {
    const response = await fetch(`${api.url}${path}`, init);
    const body = (await response.json()) as object; // a refusal is JSON too
    return {
      data: undefined as Data,
      errors: [],
      ...body,
      status: response.status,
      headers: response.headers,
    };
  };
  const post =
    (authorization: Record<string, string>) =>
    <Data>(query: string, variables?: object) =>
      send<Data>('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authorization },
        body: JSON.stringify({ query, variables }),
      });
  return { ...api, services, send, ask: post({}), tell: post({ authorization: `Bearer ${token}` }) };
}
