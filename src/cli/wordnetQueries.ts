/** What to paste where WordNet is in the store. */
export const wordNetQueries = [
  {
    title: 'What would an entity be that nobody has stored?',
    text: `{
  predictLinks(
    head: { text: { name: "podcast", description: "a series of spoken recordings to listen to" } }
    relation: "hypernym", first: 5
  ) { tookMs predictions { rank score entity { id name description } } }
}`,
  },
  {
    title: 'Search, and follow the triples',
    text: `{
  searchEntities(query: "computer keyboard", first: 3) {
    edges { score node {
      name outgoing(first: 5) { edges { relation { id } node { name } } }
    } }
  }
}`,
  },
  {
    title: 'A new entity, useful at once; with the header "Authorization: Bearer <token>"',
    text: `mutation {
  createEntity(input: {
    name: "podcast", description: "a series of spoken recordings to listen to"
  }) { id name revision }
}`,
  },
] as const;
