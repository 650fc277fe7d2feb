import { fit } from '../../shared/terminal';
import type { Console } from '../console';
import { type Ask, Refusal } from './graphql';
import type { Newcomer } from './newcomers';

interface Found {
  rank: number;
  score: number;
  entity: { name: string; description: string };
}

const create = `mutation ($input: CreateEntityInput!) { createEntity(input: $input) { id } }`;

const links = `query ($id: ID!, $model: ID!) {
  predictLinks(head: { id: $id }, relation: "hypernym", first: 5, model: $model) {
    predictions { rank score entity { name description } }
  }
}`;

const kin = `query ($id: ID!, $model: ID!) {
  similarEntities(entity: $id, first: 5, model: $model) {
    similar { rank score entity { name description } }
  }
}`;

/** Create an entity through the API and show what can be said about it at once. */
export async function meet(newcomer: Newcomer, model: string, ask: Ask, console: Console): Promise<void> {
  const { id, name, description } = newcomer;
  console.print(`\n  ${console.paint('bold', name)}: ${fit(description, console.columns - name.length - 4)}`);
  const created = await createOnce(newcomer, ask);
  console.print(
    created === undefined ? '    is there since an earlier run' : `    createEntity ${milliseconds(created)}`,
  );

  const predicted = await ask<{ predictLinks: { predictions: Found[] } }>(links, { id, model });
  console.print(`    predictLinks, hypernym ${milliseconds(predicted.ms)}`);
  show(predicted.data.predictLinks.predictions, console);

  const similar = await ask<{ similarEntities: { similar: Found[] } }>(kin, { id, model });
  console.print(`    similarEntities ${milliseconds(similar.ms)}`);
  show(similar.data.similarEntities.similar, console);
}

/** Milliseconds it took; undefined when the entity was there. */
async function createOnce({ id, name, description }: Newcomer, ask: Ask): Promise<number | undefined> {
  try {
    return (await ask(create, { input: { id, name, description } })).ms;
  } catch (error) {
    if (error instanceof Refusal && error.apiCode === 'ALREADY_EXISTS') return undefined;
    throw error;
  }
}

function show(found: Found[], console: Console): void {
  for (const { rank, score, entity } of found) {
    const start = `      ${rank}. ${score.toFixed(2).padStart(6)}  `;
    const rest = fit(
      `: ${entity.description}`,
      Math.max(0, console.columns - start.length - entity.name.length),
    );
    console.print(`${start}${console.paint('cyan', entity.name)}${console.paint('dim', rest)}`);
  }
}

function milliseconds(ms: number): string {
  return `(${Math.round(ms)} ms)`;
}
