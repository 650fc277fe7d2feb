import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Entity as StoredEntity } from '../../services';
import { notFound } from '../../shared/errors';
import { cleanText } from '../../shared/text';
import type { ApiContext } from '../context';
import { After, First } from '../inputs/arguments';
import { CreateEntityInput, EntityFilterInput, UpdateEntityInput } from '../inputs/entityInputs';
import { given } from '../inputs/given';
import { Entity, EntityConnection } from '../types/entity';
import { connection } from '../types/page';
import { DateTime } from '../types/scalars';

/** Cost of writing one entity, which is embedded for every current model. */
const writeCost = 4;

@Resolver(() => Entity)
export class EntityResolver {
  @Query(() => Entity, {
    nullable: true,
    description: 'The entity with this id; null and an error where there is none.',
  })
  async entity(
    @Arg('id', () => ID, { description: 'Id of the entity.' }) id: string,
    @Ctx() { loaders }: ApiContext,
  ): Promise<StoredEntity> {
    const entity = await loaders.entity.load(cleanText('id', id));
    if (!entity) throw notFound('entity', id, 'Look for it with searchEntities.');
    return entity;
  }

  @Query(() => EntityConnection, { complexity: 10, description: 'Entities by name, then id.' })
  async entities(
    @Arg('filter', () => EntityFilterInput, {
      nullable: true,
      description: 'Which entities; all where none is given.',
    })
    filter: EntityFilterInput | null | undefined,
    @First(20) first: number,
    @After() after: string | null | undefined,
    @Ctx() { services, loaders }: ApiContext,
  ): Promise<EntityConnection> {
    const conditions = given<EntityFilterInput>(filter ?? {});
    const page = await services.entities.page(conditions, first, after ?? undefined);
    for (const entity of page.items) loaders.entity.prime(entity.id, entity);
    return { ...connection(page, (node, cursor) => ({ node, cursor })), filter: conditions };
  }

  @FieldResolver(() => DateTime, {
    description: 'When it was written first.',
  })
  createdAt(@Root() { createdAt }: StoredEntity): Date {
    return new Date(createdAt);
  }

  @FieldResolver(() => DateTime, {
    description: 'When it was changed last.',
  })
  updatedAt(@Root() { updatedAt }: StoredEntity): Date {
    return new Date(updatedAt);
  }

  @Authorized('curator')
  @Mutation(() => Entity, {
    complexity: writeCost,
    description: 'Write a new entity. It has its vectors for every current model when this returns.',
  })
  async createEntity(
    @Arg('input', () => CreateEntityInput, { description: 'The entity.' }) input: CreateEntityInput,
    @Ctx() context: ApiContext,
  ): Promise<StoredEntity> {
    const [entity] = await this.createEntities([input], context);
    return entity!;
  }

  @Authorized('curator')
  @Mutation(() => [Entity], {
    complexity: writeCost,
    description: 'Write new entities, all or none; the result is in the order of the inputs.',
  })
  createEntities(
    @Arg('inputs', () => [CreateEntityInput], {
      description: 'The entities; at most 1,000 (KINDRED_MAX_LIST).',
    })
    inputs: CreateEntityInput[],
    @Ctx() context: ApiContext,
  ): Promise<StoredEntity[]> {
    context.renewLoaders();
    return context.services.curation.createEntities(inputs.map(given), context.actor.name);
  }

  @Authorized('curator')
  @Mutation(() => Entity, {
    complexity: writeCost,
    description:
      'Change an entity. Where its texts change it has new vectors for every current model when this returns.',
  })
  updateEntity(
    @Arg('id', () => ID, { description: 'Id of the entity.' }) id: string,
    @Arg('changes', () => UpdateEntityInput, { description: 'What shall change.' })
    changes: UpdateEntityInput,
    @Ctx() context: ApiContext,
  ): Promise<StoredEntity> {
    context.renewLoaders();
    return context.services.curation.updateEntity(id, given(changes), context.actor.name);
  }

  @Authorized('curator')
  @Mutation(() => Entity, {
    complexity: writeCost,
    description:
      'Delete an entity with all its triples; gives what it was. Its triples are gone by then: `outgoing` and `incoming` are empty.',
  })
  deleteEntity(
    @Arg('id', () => ID, { description: 'Id of the entity.' }) id: string,
    @Ctx() context: ApiContext,
  ): Promise<StoredEntity> {
    context.renewLoaders();
    return context.services.curation.deleteEntity(id);
  }
}

@Resolver(() => EntityConnection)
export class EntityConnectionResolver {
  @FieldResolver(() => Int, {
    complexity: 1,
    description:
      'How many entities pass the filter on all pages together. With a filter it looks at every entity.',
  })
  totalCount(@Root() { filter }: EntityConnection, @Ctx() { loaders }: ApiContext): Promise<number> {
    return loaders.count.load(filter);
  }
}
