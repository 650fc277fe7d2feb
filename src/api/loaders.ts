import DataLoader from 'dataloader';
import type {
  Direction,
  Entity,
  EntityFilter,
  Evaluated,
  FoundCounts,
  NeighbourKey,
  Page,
  Relation,
  CountRequest,
  Services,
  StoredTriple,
} from '../services';

/**
 * Reads gathered per request: all that one tick of a request asks for goes to the store in one statement, and nothing
 * is read twice.
 */
export interface Loaders {
  readonly entity: DataLoader<string, Entity | undefined>;
  readonly relation: DataLoader<string, Relation | undefined>;
  /** whether a model answers where none is named */
  readonly isDefaultModel: DataLoader<string, boolean>;
  readonly evaluationOfJob: DataLoader<string, Evaluated | undefined>;
  /** the latest */
  readonly evaluationOfModel: DataLoader<string, Evaluated | undefined>;
  /** how many entities pass a filter */
  readonly count: DataLoader<EntityFilter, number, string>;
  /** how many a search finds */
  readonly found: DataLoader<CountRequest, FoundCounts, string>;
  readonly outgoing: DataLoader<NeighbourKey, Page<StoredTriple>, string>;
  readonly incoming: DataLoader<NeighbourKey, Page<StoredTriple>, string>;
}

export function createLoaders({ entities, evaluation, modelChoice, search }: Services): Loaders {
  return {
    entity: byId((ids) => entities.getMany(ids)),
    relation: byId((ids) => entities.relationsById(ids)),
    isDefaultModel: new DataLoader(async (ids) => {
      const chosen = await modelChoice.defaultId();
      return ids.map((id) => id === chosen);
    }),
    evaluationOfJob: byId((ids) => evaluation.ofJobs(ids)),
    evaluationOfModel: byId((ids) => evaluation.latestOf(ids)),
    count: new DataLoader((filters) => Promise.all(filters.map((filter) => entities.count(filter))), {
      cacheKeyFn: (filter) => JSON.stringify(filter),
    }),
    found: new DataLoader((searches) => Promise.all(searches.map((own) => search.count(own))), {
      cacheKeyFn: ({ fused: _follows, ...own }) => JSON.stringify(own),
    }),
    outgoing: neighbourLoader(entities, 'outgoing'),
    incoming: neighbourLoader(entities, 'incoming'),
  };
}

function byId<T>(load: (ids: string[]) => Promise<Map<string, T>>): DataLoader<string, T | undefined> {
  return new DataLoader(async (ids) => {
    const found = await load([...ids]);
    return ids.map((id) => found.get(id));
  });
}

function neighbourLoader(entities: Services['entities'], direction: Direction): Loaders[Direction] {
  return new DataLoader((keys) => entities.neighbours(direction, [...keys]), {
    cacheKeyFn: ({ entity, relation, first, after }) => JSON.stringify([entity, relation, first, after]),
  });
}
