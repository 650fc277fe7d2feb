import { client, latency, report, start, timed, watchMemory } from './support.mjs';

const token = 'benchmark-token-of-sixteen-or-more';

/** Latency of the main requests, one at a time, over HTTP, on the graph in the data folder (`npm run demo` made it). */
export async function serving({ requests = 300 } = {}) {
  const begun = performance.now();
  const server = await start(['serve', '--port', '0'], /http:\/\/127\.0\.0\.1:\d+\/graphql/, {
    environment: { KINDRED_TOKEN: token, KINDRED_MAX_REQUESTS: '0' },
  });
  const startSeconds = (performance.now() - begun) / 1000;
  const memory = watchMemory(server.pid);
  const ask = client(server.match[0], token);
  const created = [];
  try {
    const { models } = await ask('{ models { id name state dimension } }');
    const current = models.filter(({ state }) => /current/i.test(state));
    const { entities } = await ask('{ entities(first: 500) { totalCount edges { node { id } } } }');
    const ids = entities.edges.map(({ node }) => node.id);
    const pick = (i) => ids[(Math.abs(i) * 37) % ids.length];

    console.log(
      `${entities.totalCount} entities; current models: ${current.map(({ id, dimension }) => `${id} (d = ${dimension})`).join(', ')}`,
    );
    const rows = [{ what: 'start to serving', target: '≤ 40 s', measured: `${startSeconds.toFixed(1)} s` }];
    for (const { name } of current) {
      const samples = await timed(requests, (i) =>
        ask(
          `query ($id: ID!, $model: ID) {
             predictLinks(head: { id: $id }, relation: "hypernym", first: 10, model: $model) {
               predictions { score rank entity { id name } }
             }
           }`,
          { id: pick(i), model: name },
        ),
      );
      rows.push({ what: `predictLinks, ${name}`, target: 'p95 ≤ 60 ms', measured: latency(samples) });
    }
    const { entities: named } = await ask('{ entities(first: 500) { edges { node { name description } } } }');
    const texts = named.edges.map(({ node }) => `${node.name} ${node.description}`.split(/\W+/));
    const words = (i) =>
      [0, 1, 2].map((k) => texts[(Math.abs(i) * 31) % texts.length].at((7 * k + i) % 5) ?? 'thing');
    for (const { name } of current) {
      const samples = await timed(requests, (i) =>
        ask(
          `query ($query: String!, $model: ID) {
             searchEntities(query: $query, rerank: { model: $model }, first: 10) {
               edges { score wordScore vectorScore node { id name description } }
             }
           }`,
          { query: words(i).join(' '), model: name },
        ),
      );
      rows.push({
        what: `searchEntities, 1,000 reranked, ${name}`,
        target: 'p95 ≤ 80 ms',
        measured: latency(samples),
      });
    }
    const prefixes = texts.map(([first]) => first.slice(0, 1 + (first.length % 5)));
    rows.push({
      what: 'suggestEntities',
      target: 'p95 ≤ 15 ms',
      measured: latency(
        await timed(requests, (i) =>
          ask('query ($prefix: String!) { suggestEntities(prefix: $prefix, first: 10) { id name } }', {
            prefix: prefixes[(Math.abs(i) * 17) % prefixes.length],
          }),
        ),
      ),
    });
    rows.push({
      what: 'entity with 10 triples',
      target: 'p95 ≤ 25 ms',
      measured: latency(
        await timed(requests, (i) =>
          ask(
            `query ($id: ID!) {
               entity(id: $id) { name description outgoing(first: 10) { edges { relation { id } node { id name } } } }
             }`,
            { id: pick(i) },
          ),
        ),
      ),
    });
    rows.push({
      what: `createEntity, ${current.length} current models`,
      target: 'p95 ≤ 250 ms',
      measured: latency(
        await timed(
          Math.min(requests, 100),
          async (i) => {
            const id = `benchmark:${process.pid}:${i}`;
            await ask('mutation ($input: CreateEntityInput!) { createEntity(input: $input) { id } }', {
              input: {
                id,
                name: `benchmark ${i}`,
                description: `A device number ${i} that measures how long a request takes.`,
              },
            });
            created.push(id);
          },
          5,
        ),
      ),
    });
    rows.push({
      what: 'memory of all processes',
      target: '≤ 6144 MiB',
      measured: `${memory.stop()} MiB at most`,
    });
    report(rows);
  } finally {
    for (const id of created) await ask('mutation ($id: ID!) { deleteEntity(id: $id) { id } }', { id });
    await server.stop();
  }
}
