import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '../../src/graph/database';
import { readGraph, trainingData } from '../../src/services/training/data';
import { noProgress } from '../../src/shared/progress';
import { clear, testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';

let db: Database;
let folder: string;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  await clear(db);
  folder = await mkdtemp(path.join(os.tmpdir(), 'kindred-data-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('training data', () => {
  it('is the graph: entities sorted by id with their texts, triples by row', async () => {
    await tinyGraph(db, 30);
    const { entityIds, texts, relationIds, triples } = await readGraph(db, noProgress);
    expect(entityIds).toEqual([...entityIds].sort());
    expect(texts[0]).toBe('small dog 0: the dog of the small dog');
    expect(relationIds).toEqual(['near', 'over']);
    const stored = await db.read<{ triple: string }>(
      "MATCH (h)-[t:TRIPLE]->(e) RETURN h.id + ' ' + t.relation + ' ' + e.id AS triple ORDER BY triple",
    );
    const read = Array.from({ length: triples.length / 3 }, (_, i) => {
      const [head, relation, tail] = triples.subarray(3 * i);
      return `${entityIds[head!]} ${relationIds[relation!]} ${entityIds[tail!]}`;
    });
    expect(read).toEqual(stored.map(({ triple }) => triple));
  });

  it('is the same for the same graph in whatever order it was written', async () => {
    await tinyGraph(db, 20);
    const before = await readGraph(db, noProgress);
    await db.write(
      `MATCH (h)-[t:TRIPLE]->(e) WITH h, t, e, t.relation AS relation ORDER BY e.id DESC
       DELETE t CREATE (h)-[:TRIPLE {relation: relation}]->(e)`,
    );
    expect(await readGraph(db, noProgress)).toEqual(before);
  });

  it('stays what it was at the first attempt, however the graph changes', async () => {
    await tinyGraph(db, 20);
    const first = await trainingData(db, folder, noProgress);
    await db.write("MATCH (e:Entity {id: 't:00003'}) DETACH DELETE e");
    expect(await trainingData(db, folder, noProgress)).toEqual(first);
    expect((await readGraph(db, noProgress)).entityIds).toHaveLength(19);
    expect(await readdir(folder)).toEqual(['data']);
  });
});
