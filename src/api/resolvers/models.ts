import { Ctx, Extensions, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { ModelRecord } from '../../services';
import type { ApiContext } from '../context';
import { Metric, metrics } from '../types/metric';
import { Model } from '../types/model';
import { DateTime } from '../types/scalars';

@Resolver(() => Model)
export class ModelResolver {
  @Extensions({ listSize: 20 })
  @Query(() => [Model], {
    description: 'All models, also those in training and those retired; the newest first.',
  })
  async models(@Ctx() { services }: ApiContext): Promise<ModelRecord[]> {
    return services.models.list();
  }

  @FieldResolver(() => Boolean, { description: 'Whether it answers under its name.' })
  current(@Root() { state }: ModelRecord): boolean {
    return state === 'current';
  }

  @FieldResolver(() => [Metric], { complexity: 0.1, description: 'What its training measured.' })
  metrics(@Root() model: ModelRecord): Metric[] {
    return metrics(model.metrics);
  }

  @FieldResolver(() => DateTime, { description: 'When its training began.' })
  createdAt(@Root() { createdAt }: ModelRecord): Date {
    return new Date(createdAt);
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'When it became current; null before.' })
  currentAt(@Root() { currentAt }: ModelRecord): Date | null {
    return currentAt === null ? null : new Date(currentAt);
  }
}
