import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readWordNet } from '../../../src/formats/wordnet';
import type { Database } from '../../../src/graph/database';
import { streamTriples } from '../../../src/graph/triples';

/** WordNet's first verbs as tables: enough to be interrupted, few enough to be imported again and again. */
export interface VerbTables {
  triples: string[];
  texts: string;
  /** triples in the files, equal ones counted each time */
  lines: number;
  /** `head relation tail`, distinct and sorted */
  expected: string[];
  /** id to description; '' for those that only triples name */
  descriptions: Map<string, string>;
}

export async function writeVerbTables(folder: string): Promise<VerbTables> {
  const { synsets } = await readWordNet();
  const verbs = synsets.filter(({ entity }) => entity.id.endsWith('-v')).slice(0, 7_000);
  const lines = verbs.flatMap(({ triples }) => triples.map((t) => `${t.head}\t${t.relation}\t${t.tail}`));
  const half = Math.ceil(lines.length / 2);
  const tables = {
    triples: [path.join(folder, 'first.tsv'), path.join(folder, 'second.tsv')],
    texts: path.join(folder, 'texts.tsv'),
  };
  writeFileSync(tables.triples[0]!, lines.slice(0, half).join('\n'));
  writeFileSync(tables.triples[1]!, lines.slice(half).join('\n'));
  writeFileSync(
    tables.texts,
    verbs.map(({ entity: { id, name, description } }) => `${id}\t${name}\t${description}`).join('\n'),
  );
  const descriptions = new Map<string, string>();
  for (const { triples } of verbs) for (const { tail } of triples) descriptions.set(tail, '');
  for (const { entity } of verbs) descriptions.set(entity.id, entity.description);
  const expected = [...new Set(lines.map((line) => line.replaceAll('\t', ' ')))].sort();
  return { ...tables, lines: lines.length, expected, descriptions };
}

/** The graph holds exactly the tables: nothing is missing, double or half-written. */
export async function expectVerbs(db: Database, { expected, descriptions }: VerbTables): Promise<void> {
  const triples: string[] = [];
  for await (const { head, relation, tail } of streamTriples(db)) triples.push(`${head} ${relation} ${tail}`);
  expect(triples).toHaveLength(expected.length);
  expect(triples.sort()).toEqual(expected);

  const entities = await db.read<{ id: string; description: string; whole: boolean }>(
    `MATCH (e:Entity)
     RETURN e.id AS id, e.description AS description, e.revision = 1 AND e.name <> '' AND e.source = 'tsv'
       AND e.createdAt IS NOT NULL AND e.updatedAt IS NOT NULL AS whole`,
  );
  expect(entities).toHaveLength(descriptions.size);
  expect(
    entities.filter(({ id, description, whole }) => !whole || descriptions.get(id) !== description),
  ).toEqual([]);
}
