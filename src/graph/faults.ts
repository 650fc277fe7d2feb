import { Neo4jError } from 'neo4j-driver';
import { badInput, KindredError } from '../shared/errors';

/** What is said of a server that hangs. */
export function silence(mode: 'READ' | 'WRITE'): KindredError {
  const change =
    mode === 'READ' ? '' : ' Whether the change was made is not known: look before you make it again.';
  return new KindredError(
    'STORE_UNAVAILABLE',
    `The graph database has stopped answering.${change} Try again when Neo4j is running.`,
  );
}

/** Whether nobody answered, or does no more. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Neo4jError &&
    (error.code === 'ServiceUnavailable' ||
      error.code === 'SessionExpired' ||
      error.code === 'Neo.TransientError.General.DatabaseUnavailable' ||
      /acquisition timed out|pool is closed/i.test(error.message))
  );
}

/** An error of the driver or the server in words that help; any other as it is. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Neo4jError)) return error;
  const say = (code: 'STORE_UNAVAILABLE' | 'BAD_INPUT', message: string) =>
    new KindredError(code, message, {}, { cause: error });
  if (error.code === 'Neo.ClientError.Security.Unauthorized') {
    return say(
      'STORE_UNAVAILABLE',
      'Neo4j refused the user name or password. Check NEO4J_USERNAME and NEO4J_PASSWORD.',
    );
  }
  if (error.code.startsWith('Neo.ClientError.Database.')) {
    return say('BAD_INPUT', `Neo4j has no database of the name in NEO4J_DATABASE: ${error.message}`);
  }
  if (error.message.includes('responded HTTP')) {
    return say(
      'BAD_INPUT',
      'A web server answers at NEO4J_URI. Give the address of Neo4j’s Bolt port, as bolt://localhost:7687.',
    );
  }
  if (!isUnreachable(error)) return error;
  return say(
    'STORE_UNAVAILABLE',
    'The graph database does not answer. The request was not carried out; try again when Neo4j is running.',
  );
}

/** The driver refuses an address by throwing plain errors. */
export function withUsableAddress<Made>(uri: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw badInput(
      `NEO4J_URI cannot be used: ${why}. Give an address as bolt://localhost:7687; what came is ${JSON.stringify(uri)}.`,
    );
  }
}
