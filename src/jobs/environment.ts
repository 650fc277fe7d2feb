import type { Store } from '../graph/local/openStore';

/** This process's environment, with the store named: a child uses this very server and never starts one. */
export function storeEnvironment({ connection }: Store): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NEO4J_URI: connection.uri,
    NEO4J_USERNAME: connection.username,
    NEO4J_PASSWORD: connection.password,
    NEO4J_DATABASE: connection.database,
  };
}
