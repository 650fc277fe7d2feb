import { KindredError } from '../../shared/errors';

interface Answer<Data> {
  data?: Data | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

export type Ask = <Data>(
  query: string,
  variables?: Record<string, unknown>,
) => Promise<{ data: Data; ms: number }>;

/** The API as any client sees it: over HTTP, with the token, each request timed. */
export function graphqlClient(endpoint: string, token: string): Ask {
  return async <Data>(query: string, variables: Record<string, unknown> = {}) => {
    const started = performance.now();
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as Answer<Data>;
    const ms = performance.now() - started;
    if (errors?.[0]) throw refusal(errors[0]);
    return { data: data!, ms };
  };
}

export class Refusal extends KindredError {
  constructor(
    readonly apiCode: string,
    message: string,
  ) {
    super('INTERNAL', `The API refused a request of the demo: ${message}`);
  }
}

function refusal({ message, extensions }: { message: string; extensions?: { code?: string } }): Refusal {
  return new Refusal(extensions?.code ?? '', message);
}
