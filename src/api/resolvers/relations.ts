import { Arg, Authorized, Ctx, Extensions, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Relation as StoredRelation } from '../../services';
import type { ApiContext } from '../context';
import { given } from '../inputs/given';
import { CreateRelationInput, UpdateRelationInput } from '../inputs/relationInputs';
import { Relation } from '../types/relation';

/** Cost of deleting a relation, which looks through all triples. */
const deleteCost = 50;

@Resolver()
export class RelationResolver {
  @Extensions({ listSize: 50 })
  @Query(() => [Relation], { description: 'All kinds of links, by name.' })
  relations(@Ctx() { services }: ApiContext): Promise<StoredRelation[]> {
    return services.entities.relations();
  }

  @Authorized('curator')
  @Mutation(() => Relation, {
    description:
      'Add a kind of link, so that triples can be of it. A model predicts it when it was trained on some of them.',
  })
  createRelation(
    @Arg('input', () => CreateRelationInput, { description: 'The new relation.' }) input: CreateRelationInput,
    @Ctx() context: ApiContext,
  ): Promise<StoredRelation> {
    context.renewLoaders();
    const { id, name, description } = input;
    return context.services.links.createRelation({ id, name, description: description ?? '' });
  }

  @Authorized('curator')
  @Mutation(() => Relation, {
    description:
      'Change the texts of a relation; models that read relations go by them at once. Its id stays.',
  })
  updateRelation(
    @Arg('id', () => ID, { description: 'Id of the relation.' }) id: string,
    @Arg('changes', () => UpdateRelationInput, { description: 'What shall change.' })
    changes: UpdateRelationInput,
    @Ctx() context: ApiContext,
  ): Promise<StoredRelation> {
    context.renewLoaders();
    return context.services.links.updateRelation(id, given(changes));
  }

  @Authorized('curator')
  @Mutation(() => Relation, {
    complexity: deleteCost,
    description:
      'Delete a relation; gives what it was. One that has triples is refused, unless so many may go with it.',
  })
  deleteRelation(
    @Arg('id', () => ID, { description: 'Id of the relation.' }) id: string,
    @Arg('withTriples', () => Int, {
      defaultValue: 0,
      description: 'How many of its triples may be deleted with it, at most 100,000.',
    })
    withTriples: number,
    @Ctx() context: ApiContext,
  ): Promise<StoredRelation> {
    context.renewLoaders();
    return context.services.links.deleteRelation(id, withTriples);
  }
}
