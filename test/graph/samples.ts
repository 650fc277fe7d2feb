import type { Database } from '../../src/graph/database';
import { createEntities } from '../../src/graph/entityWrites';
import { importRelations } from '../../src/graph/bulk';
import { addTriples } from '../../src/graph/tripleWrites';
import type { NewEntity, StoredTriple } from '../../src/graph/types';

/** An entity with the texts that a test cares about. */
export function entity(id: string, texts: Partial<NewEntity> = {}): NewEntity {
  return {
    id,
    name: id,
    aliases: [],
    description: '',
    examples: [],
    types: [],
    language: 'en',
    source: 'curated',
    ...texts,
  };
}

export function triple(
  head: string,
  relation: string,
  tail: string,
  more: Partial<StoredTriple> = {},
): StoredTriple {
  return { head, relation, tail, source: 'curated', by: 'a test', at: '2026-01-02T03:04:05.006Z', ...more };
}

export const create = (db: Database, entities: NewEntity[]) =>
  db.transaction('WRITE', (run) => createEntities(run, entities, 'a test'));

export const add = (db: Database, triples: StoredTriple[]) =>
  db.transaction('WRITE', (run) => addTriples(run, triples));

export const relate = (db: Database, ...ids: string[]) =>
  importRelations(
    db,
    ids.map((id) => ({ id, name: id, description: '' })),
    'test',
  );
