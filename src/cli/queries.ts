/** Three operations to paste, the last one a change: shown when the API has started. */
export function queriesToPaste(relation = 'hypernym'): { title: string; text: string }[] {
  return [
    {
      title: 'What is an entity that nobody has stored?',
      text: `{
  predictLinks(
    head: { text: { name: "podcast", description: "a series of spoken recordings to download and listen to" } }
    relation: "${relation}", first: 5
  ) { tookMs predictions { rank score entity { id name description } } }
}`,
    },
    {
      title: 'Search, and follow the triples',
      text: `{
  searchEntities(query: "computer keyboard", first: 3) {
    hits { score entity { name outgoing(first: 5) { edges { relation { id } node { name } } } } }
  }
}`,
    },
    {
      title: 'A new entity, useful at once (send the token as "Authorization: Bearer …")',
      text: `mutation {
  createEntity(input: { name: "podcast", description: "a series of spoken recordings to download and listen to" }) {
    id name outgoing(first: 3) { edges { node { name } } }
  }
}`,
    },
  ];
}

export function curlFor(endpoint: string): string {
  return `curl ${endpoint} -H 'content-type: application/json' -d '{"query":"{ models { id state } }"}'`;
}
