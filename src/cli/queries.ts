import type { ExampleGraph } from './exampleGraph';
import { wordNetQueries } from './wordnetQueries';

/** An operation to paste, with what it is for. */
export interface QueryToPaste {
  readonly title: string;
  readonly text: string;
}

const mostText = 80;

/** Operations on what is in the store, the last one a change: shown when the API has started. */
export function queriesToPaste(example: ExampleGraph): readonly QueryToPaste[] {
  if (example.isWordNet) return wordNetQueries;
  const { entity, relation } = example;
  if (!entity) return [];
  return [
    ...(relation === undefined ? [] : [predict(entity, relation)]),
    search(entity.name),
    create(entity.name, entity.description),
  ];
}

function predict({ id, name }: { id: string; name: string }, relation: string): QueryToPaste {
  return {
    title: `What may ${JSON.stringify(shorten(name))} be linked to by ${JSON.stringify(shorten(relation))}?`,
    text: `{
  predictLinks(
    head: { id: ${JSON.stringify(id)} }
    relation: ${JSON.stringify(relation)}, first: 5
  ) { tookMs predictions { rank score entity { id name description } } }
}`,
  };
}

function search(name: string): QueryToPaste {
  return {
    title: 'Search, and follow the triples',
    text: `{
  searchEntities(query: ${JSON.stringify(shorten(name))}, first: 3) {
    edges { score node {
      name outgoing(first: 5) { edges { relation { id } node { name } } }
    } }
  }
}`,
  };
}

/** What to do before there is anything to ask about, or to predict with. */
export function nextSteps({ entity, relation }: ExampleGraph): string[] {
  if (!entity) {
    return [
      'The store is empty. Stop here, and bring a graph with one of:',
      '  kindred import wordnet',
      '  kindred import tsv --triples facts.tsv --text texts.tsv',
    ];
  }
  if (relation !== undefined) return [];
  return ['No model predicts links yet. Make one, while this serves, with: kindred train --preset quick'];
}

function create(name: string, description: string): QueryToPaste {
  return {
    title: 'A new entity, useful at once; with the header "Authorization: Bearer <token>"',
    text: `mutation {
  createEntity(input: {
    name: ${JSON.stringify(`another ${shorten(name)}`)}
    description: ${JSON.stringify(shorten(description))}
  }) { id name revision }
}`,
  };
}

/** Whole words of a text, and no half of a character where one word is longer. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= mostText) return line;
  const words = line.slice(0, mostText).replace(/\s\S*$/, '');
  return words.toWellFormed().replace(/\uFFFD$/, '');
}
