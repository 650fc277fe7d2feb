import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../graph/database';
import { listRelations } from '../../graph/relations';
import { streamTriples } from '../../graph/triples';
import { entityText } from '../../models/entityText';
import { relationText } from '../../models/relationText';
import type { TrainingData } from '../../models/training/data';
import type { OnProgress } from '../../shared/progress';

/**
 * The graph a job trains on: read from the store at its first attempt and kept in the job's folder, so that an attempt
 * that resumes after a kill sees the same rows in the same order, whatever was curated in the meantime.
 *
 * @param folder the job's
 */
export async function trainingData(
  db: Database,
  folder: string,
  onProgress: OnProgress,
): Promise<TrainingData> {
  const kept = path.join(folder, 'data');
  if (!existsSync(kept)) await keep(await readGraph(db, onProgress), kept);
  return readKept(kept);
}

/** Entities sorted by id, triples by row: the same graph always gives the same data. */
export async function readGraph(db: Database, onProgress: OnProgress): Promise<TrainingData> {
  const entityIds: string[] = [];
  const texts: string[] = [];
  const rows = new Map<string, number>();
  type Row = { id: string; name: string; description: string };
  const entities = db.stream<Row>(
    'MATCH (e:Entity) RETURN e.id AS id, e.name AS name, e.description AS description ORDER BY e.id',
  );
  for await (const { id, ...entity } of entities) {
    rows.set(id, entityIds.length);
    entityIds.push(id);
    texts.push(entityText(entity));
    if (entityIds.length % 5_000 === 0)
      onProgress({ stage: 'reading entities', done: entityIds.length, unit: 'entities' });
  }

  const relationRows = new Map<string, number>();
  const triples: [number, number, number][] = [];
  for await (const { head, relation, tail } of streamTriples(db)) {
    const [from, to] = [rows.get(head), rows.get(tail)];
    if (from === undefined || to === undefined) continue; // its entity was created after the entities were read
    let relationRow = relationRows.get(relation);
    if (relationRow === undefined) relationRows.set(relation, (relationRow = relationRows.size));
    triples.push([from, relationRow, to]);
    if (triples.length % 10_000 === 0)
      onProgress({ stage: 'reading triples', done: triples.length, unit: 'triples' });
  }

  const relationIds = [...relationRows.keys()].sort();
  const sortedRow = new Map(relationIds.map((id, row) => [relationRows.get(id)!, row]));
  for (const triple of triples) triple[1] = sortedRow.get(triple[1])!;
  triples.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const relations = new Map((await listRelations(db)).map((relation) => [relation.id, relation]));
  const relationTexts = relationIds.map((id) => relationText(relations.get(id) ?? { name: id }));
  return { entityIds, texts, relationIds, relationTexts, triples: Int32Array.from(triples.flat()) };
}

/** Moved into place whole, so that a kill leaves all of it or nothing. */
async function keep({ triples, ...lists }: TrainingData, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  await writeFile(path.join(draft, 'lists.json'), JSON.stringify(lists));
  await writeFile(path.join(draft, 'triples.int32'), triples);
  await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // an earlier attempt's was there first
  });
}

async function readKept(folder: string): Promise<TrainingData> {
  const lists = JSON.parse(await readFile(path.join(folder, 'lists.json'), 'utf8')) as Omit<
    TrainingData,
    'triples'
  >;
  const bytes = await readFile(path.join(folder, 'triples.int32'));
  return { ...lists, triples: new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4) };
}
