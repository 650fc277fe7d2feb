import { Arg, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Classification } from '../../services';
import type { ApiContext } from '../context';
import { First, ModelName } from '../inputs/arguments';
import { EntityReference } from '../inputs/entityInputs';
import { subjectOf } from '../inputs/subjectOf';
import { EntityClassification, TypeClassifier } from '../types/classification';
import { Metric, metrics } from '../types/metric';
import { DateTime } from '../types/scalars';
import { elapsed } from './elapsed';

/** Cost of learning, which reads every entity with types. */
const learningCost = 100;

@Resolver()
export class ClassificationResolver {
  @Query(() => EntityClassification, {
    complexity: 20,
    description:
      'The types that an entity is likely to have, by its vector and by what entities of the graph have. The first answer for a model waits while that is learned, for seconds; where entities change, it is learned anew in the background every ten minutes at most.',
  })
  async classifyEntity(
    @Arg('entity', () => EntityReference, {
      description: 'A stored entity, whatever types it has, or one described by a text.',
    })
    entity: EntityReference,
    @Arg('among', () => [String], {
      nullable: true,
      description: 'Which types to tell apart; null: all that were learned.',
    })
    among: string[] | null | undefined,
    @First(10) first: number,
    @ModelName() model: string | null | undefined,
    @Ctx() { services }: ApiContext,
  ): Promise<EntityClassification> {
    const start = performance.now();
    const { types, truncated, ...told } = await services.classification.classify({
      ...{ subject: subjectOf(entity), first },
      among: among ?? undefined,
      model: model ?? undefined,
    });
    return { types, truncated, model: told.model, classifier: classifierOf(told), tookMs: elapsed(start) };
  }

  @Authorized('curator')
  @Mutation(() => TypeClassifier, {
    complexity: learningCost,
    description:
      'Learn the types anew from the entities as they are now: after many of them were given types, or other ones. Takes seconds.',
  })
  async learnTypes(
    @ModelName() model: string | null | undefined,
    @Ctx() { services }: ApiContext,
  ): Promise<TypeClassifier> {
    return classifierOf(await services.classification.learn(model ?? undefined));
  }
}

@Resolver(() => TypeClassifier)
export class TypeClassifierResolver {
  @FieldResolver(() => DateTime, { description: 'When it was learned; what has changed since is not in it.' })
  learnedAt(@Root() { learned }: TypeClassifier): Date {
    return new Date(learned.learnedAt);
  }

  @FieldResolver(() => [Metric], {
    description:
      'Measured on a tenth of the entities, which it has not learned from, for types with a probability of one half at least: "precision" (share of them that are right), "recall" (share of the types that were found), "f1", "exact" (share of the entities with all types right and no other) and "entities" (how many).',
  })
  metrics(@Root() { learned }: TypeClassifier): Metric[] {
    return metrics({ ...learned.heldOut });
  }
}

function classifierOf({ model, learned }: Pick<Classification, 'model' | 'learned'>): TypeClassifier {
  const { types, learnedFrom } = learned;
  return { model, types, learnedFrom, learned };
}
