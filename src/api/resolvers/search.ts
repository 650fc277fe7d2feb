import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { ApiContext } from '../context';
import { defaultDepth } from '../../services';
import { After, First } from '../inputs/arguments';
import { given } from '../inputs/given';
import { RerankInput, SearchFilterInput } from '../inputs/searchInputs';
import { Entity } from '../types/entity';
import { Highlight, SearchConnection, SearchEdge, SearchFacets, TypeCount } from '../types/search';
import { elapsed } from './elapsed';

/** Cost of an answer that looks at much of the index. */
const searchCost = 10;

/** Cost of finding the words in texts of 20,000 characters. */
const highlightCost = 3;

/** Reranking costs more the deeper it goes, and reading as much as there is to be read. */
function costOfSearch({
  args,
}: {
  args: { rerank?: RerankInput | null; crossEncode?: number | null };
}): number {
  const { rerank, crossEncode } = args;
  const depth = rerank ? (rerank.depth ?? defaultDepth) : 0;
  return searchCost + Math.max(0, depth) / 100 + Math.max(0, crossEncode ?? 0);
}

/** Facets are for menus: more types than this are never shown. */
const mostFacets = 100;

@Resolver(() => SearchConnection)
export class SearchResolver {
  @Query(() => SearchConnection, {
    complexity: costOfSearch,
    description:
      'Entities by words of their names, aliases, descriptions, types and related names, reranked by vectors where `rerank` is given.',
  })
  async searchEntities(
    @Arg('query', () => String, {
      description:
        'What people type, at most 1,000 UTF-16 units. "Quoted words" are a phrase, which every entity must have; of other ' +
        'words any one is enough, and nothing else is an operator.',
    })
    query: string,
    @Arg('filter', () => SearchFilterInput, {
      nullable: true,
      description: 'Which entities; all where none is given.',
    })
    filter: SearchFilterInput | null | undefined,
    @Arg('rerank', () => RerankInput, {
      nullable: true,
      description:
        'What orders the best by words anew; nothing where it is left out. `{}` takes the defaults.',
    })
    rerank: RerankInput | null | undefined,
    @Arg('crossEncode', () => Int, {
      nullable: true,
      description:
        'How many of the first a cross-encoder reads together with the query and orders, after all else, 1 to 200; needs KINDRED_CROSS_ENCODER.',
    })
    crossEncode: number | null | undefined,
    @First(10) first: number,
    @After() after: string | null | undefined,
    @Ctx() { services, loaders }: ApiContext,
  ): Promise<SearchConnection> {
    const start = performance.now();
    const asked = {
      query,
      filter: given<SearchFilterInput>(filter ?? {}),
      rerank: rerank ? given<RerankInput>(rerank) : undefined,
      crossEncode: crossEncode ?? undefined,
    };
    const page = await services.search.search({ ...asked, first, after: after ?? undefined });
    const tookMs = elapsed(start);
    const entities = await Promise.all(page.found.map(({ entityId }) => loaders.entity.load(entityId)));
    const edges = page.found.flatMap(
      ({ score, wordScore = null, vectorScore = null, crossScore = null }, i): SearchEdge[] => {
        const node = entities[i]; // one that was deleted this moment is left out
        return node
          ? [{ node, cursor: page.cursors[i]!, score, wordScore, vectorScore, crossScore, query }]
          : [];
      },
    );
    return {
      ...{
        edges,
        asked: { ...asked, fused: page.fused },
        tookMs,
        words: page.words,
        truncated: page.truncated,
      },
      ...{ model: page.model ?? null, alpha: page.alpha ?? null },
      pageInfo: { hasNextPage: page.hasNextPage, endCursor: page.cursors.at(-1) ?? null },
    };
  }

  @Query(() => [Entity], {
    complexity: 5,
    description:
      'Entities that somebody may mean who has typed the beginning of a name or of a word in one; typing errors are forgiven.',
  })
  async suggestEntities(
    @Arg('prefix', () => String, { description: 'What has been typed, at most 500 UTF-16 units.' })
    prefix: string,
    @First(10) first: number,
    @Ctx() { services, loaders }: ApiContext,
  ): Promise<Entity[]> {
    const ids = await services.search.suggest(prefix, first);
    const entities = await Promise.all(ids.map((id) => loaders.entity.load(id)));
    return entities.filter((entity) => entity !== undefined);
  }

  @FieldResolver(() => Int, {
    complexity: searchCost,
    description:
      'How many entities have a word of the query, and all of its phrases, and pass the filter, on all pages together; with ' +
      'RECIPROCAL_RANK, how many that finds.',
  })
  async totalCount(@Root() { asked }: SearchConnection, @Ctx() { loaders }: ApiContext): Promise<number> {
    return (await loaders.found.load(asked)).total;
  }

  @FieldResolver(() => SearchFacets, { complexity: 0, description: 'All that was found, by its properties.' })
  facets(@Root() { asked }: SearchConnection): SearchFacets {
    return { asked };
  }
}

@Resolver(() => SearchFacets)
export class SearchFacetsResolver {
  @FieldResolver(() => [TypeCount], {
    complexity: searchCost,
    description: `Types, the most frequent first; at most ${mostFacets}.`,
  })
  async types(@Root() { asked }: SearchFacets, @Ctx() { loaders }: ApiContext): Promise<TypeCount[]> {
    return (await loaders.found.load(asked)).types.slice(0, mostFacets);
  }
}

@Resolver(() => SearchEdge)
export class SearchEdgeResolver {
  @FieldResolver(() => [Highlight], {
    complexity: highlightCost,
    description: 'Texts of the entity in which words of the query are: its name, aliases and description.',
  })
  highlights(@Root() { query, node }: SearchEdge, @Ctx() { services }: ApiContext): Promise<Highlight[]> {
    return services.search.highlights(query, node);
  }
}
