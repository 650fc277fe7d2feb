import type { RequestHandler } from 'express';
import { version } from '../shared/version';

const example = `curl -s localhost:4000/graphql -H 'content-type: application/json' \\
  -d '{"query": "{ entities(first: 3) { edges { node { id name description } } } }"}'`;

/** `GET /`: says what this is and where to go on. No scripts, and nothing from other servers. */
export const landing: RequestHandler = (request, response) => {
  const address = `${request.protocol}://${request.headers.host ?? 'localhost'}`;
  response
    .set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .type('html')
    .send(page(address));
};

function page(address: string): string {
  const own = escape(address);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Kindred ${version}</title>
<style>body { font: 16px/1.5 system-ui; max-width: 46rem; margin: 3rem auto; padding: 0 1rem } pre { overflow: auto }</style>
<h1>Kindred ${version}</h1>
<p>A knowledge graph in which a new entity is useful from the moment its name and one sentence are written.</p>
<ul>
<li>GraphQL: POST to <code>${own}/graphql</code>; subscriptions over WebSocket at the same path (graphql-ws).</li>
<li>The schema, every field documented: <a href="/schema.graphql">/schema.graphql</a>.</li>
<li>Whether the process lives: <a href="/health">/health</a>; whether it can answer: <a href="/ready">/ready</a>.</li>
</ul>
<p>Reading is open. Mutations need the header <code>Authorization: Bearer &lt;token&gt;</code>; the token is
<code>KINDRED_TOKEN</code>, or the text of the file <code>api-token</code> in the data folder.</p>
<pre>${escape(example.replace('localhost:4000', address))}</pre>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
