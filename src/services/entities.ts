import type { Database } from '../graph/database';
import { countEntities, findEntities } from '../graph/entities';
import { pageEntities } from '../graph/entityPages';
import { neighbours } from '../graph/neighbours';
import { findRelations, listRelations } from '../graph/relations';
import type {
  Direction,
  Entity,
  EntityFilter,
  NeighbourKey,
  Page,
  Relation,
  StoredTriple,
} from '../graph/types';
import { cleanFilter } from './entityFilter';

/** Reading the graph: lists of keys in, so that a loader can ask for many things in one statement. */
export class EntityService {
  constructor(private readonly db: Database) {}

  /** Those that exist, by id; ids as `cleanText` gives them. */
  getMany(ids: readonly string[]): Promise<Map<string, Entity>> {
    return findEntities(this.db, ids);
  }

  /** @throws BAD_INPUT for a filter that no entity can pass, or a cursor that is not this list's */
  async page(filter: EntityFilter, first: number, after?: string): Promise<Page<Entity>> {
    return pageEntities(this.db, cleanFilter(filter), first, after);
  }

  async count(filter: EntityFilter): Promise<number> {
    return countEntities(this.db, cleanFilter(filter));
  }

  /** A page of triples for each key, in the keys' order. */
  neighbours(direction: Direction, keys: readonly NeighbourKey[]): Promise<Page<StoredTriple>[]> {
    return neighbours(this.db, direction, keys);
  }

  relations(): Promise<Relation[]> {
    return listRelations(this.db);
  }

  /** Those that exist, by id. */
  relationsById(ids: readonly string[]): Promise<Map<string, Relation>> {
    return findRelations(this.db, ids);
  }
}
