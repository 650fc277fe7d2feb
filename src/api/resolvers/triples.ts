import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type {
  Direction,
  Relation as StoredRelation,
  Entity as StoredEntity,
  StoredTriple,
} from '../../services';
import { badInput, KindredError, notFound, quoted } from '../../shared/errors';
import { knownOnes } from '../../shared/spelling';
import { cleanText } from '../../shared/text';
import type { ApiContext } from '../context';
import { TripleInput } from '../inputs/entityInputs';
import { After, First } from '../inputs/arguments';
import { Entity } from '../types/entity';
import { connection } from '../types/page';
import { Relation } from '../types/relation';
import { DateTime } from '../types/scalars';
import { TripleConnection, TripleEdge, TriplesAdded, TripleSource, TriplesRemoved } from '../types/triple';

@Resolver(() => Entity)
export class EntityTriplesResolver {
  @FieldResolver(() => TripleConnection, { description: 'Triples whose head it is; `node` is the tail.' })
  outgoing(
    @Root() entity: StoredEntity,
    @RelationId() relation: string | null | undefined,
    @First(10) first: number,
    @After() after: string | null | undefined,
    @Ctx() context: ApiContext,
  ): Promise<TripleConnection> {
    return triplesOf(context, 'outgoing', entity, relation, first, after);
  }

  @FieldResolver(() => TripleConnection, { description: 'Triples whose tail it is; `node` is the head.' })
  incoming(
    @Root() entity: StoredEntity,
    @RelationId() relation: string | null | undefined,
    @First(10) first: number,
    @After() after: string | null | undefined,
    @Ctx() context: ApiContext,
  ): Promise<TripleConnection> {
    return triplesOf(context, 'incoming', entity, relation, first, after);
  }
}

@Resolver(() => TripleEdge)
export class TripleEdgeResolver {
  @FieldResolver(() => Relation, { description: 'What links the two entities.' })
  async relation(
    @Root() { relationId }: TripleEdge,
    @Ctx() { loaders }: ApiContext,
  ): Promise<StoredRelation> {
    return (await loaders.relation.load(relationId)) ?? gone('relation', relationId);
  }

  @FieldResolver(() => Entity, {
    description: 'The entity at the other end: the tail of an outgoing triple, the head of an incoming one.',
  })
  async node(@Root() { otherId }: TripleEdge, @Ctx() { loaders }: ApiContext): Promise<StoredEntity> {
    return (await loaders.entity.load(otherId)) ?? gone('entity', otherId);
  }

  @FieldResolver(() => DateTime, {
    description: 'When it was written.',
  })
  at(@Root() { writtenAt }: TripleEdge): Date {
    return new Date(writtenAt);
  }
}

@Resolver()
export class TripleResolver {
  @Authorized('curator')
  @Mutation(() => TriplesAdded, {
    description: 'Add triples, all or none: an unknown entity or relation refuses them all.',
  })
  addTriples(
    @Arg('triples', () => [TripleInput], { description: 'The triples; at most 1,000 (KINDRED_MAX_LIST).' })
    triples: TripleInput[],
    @Arg('source', () => TripleSource, {
      defaultValue: TripleSource.CURATED,
      description: 'CURATED; or PREDICTED, of triples that a model has predicted and somebody accepts.',
    })
    source: StoredTriple['source'],
    @Ctx() context: ApiContext,
  ): Promise<TriplesAdded> {
    if (source === TripleSource.IMPORTED)
      throw badInput('source: expected CURATED or PREDICTED, came IMPORTED, which `kindred import` writes.');
    context.renewLoaders();
    return context.services.links.addTriples(triples, context.actor.name, source);
  }

  @Authorized('curator')
  @Mutation(() => TriplesRemoved, { description: 'Remove triples; those that are not there are counted.' })
  removeTriples(
    @Arg('triples', () => [TripleInput], { description: 'The triples; at most 1,000 (KINDRED_MAX_LIST).' })
    triples: TripleInput[],
    @Ctx() context: ApiContext,
  ): Promise<TriplesRemoved> {
    context.renewLoaders();
    return context.services.links.removeTriples(triples);
  }
}

function RelationId() {
  return Arg('relation', () => ID, { nullable: true, description: 'Only triples of this relation.' });
}

async function triplesOf(
  { loaders, services }: ApiContext,
  direction: Direction,
  { id }: StoredEntity,
  given: string | null | undefined,
  first: number,
  after: string | null | undefined,
): Promise<TripleConnection> {
  const relation = typeof given === 'string' ? cleanText('id', given, { called: 'relation' }) : undefined;
  const key = { entity: id, relation, first, after: after ?? undefined };
  const [page, known] = await Promise.all([
    loaders[direction].load(key),
    relation && loaders.relation.load(relation),
  ]);
  if (relation && !known) {
    const relations = await services.entities.relations();
    const ids = relations.map(({ id }) => id);
    throw notFound('relation', relation, knownOnes('relation', relation, ids));
  }
  return connection(page, ({ head, relation: relationId, tail, source, by, at }, cursor) => ({
    cursor,
    source,
    by,
    writtenAt: at,
    relationId,
    otherId: direction === 'outgoing' ? tail : head,
  }));
}

/** A change between two statements of one answer; asking again gives an answer without it. */
function gone(what: string, id: string): never {
  throw new KindredError(
    'CONFLICT',
    `The ${what} ${quoted(id)} was deleted while it was being read. Ask again.`,
  );
}
