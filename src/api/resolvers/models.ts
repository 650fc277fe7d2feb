import {
  Arg,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
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

  @Authorized('admin')
  @Mutation(() => Model, {
    description:
      'Let a model answer wherever none is named, and each later version of its name. Before this is called, the one that became current last answers.',
  })
  setDefaultModel(@CurrentModel() model: string, @Ctx() context: ApiContext): Promise<ModelRecord> {
    context.renewLoaders();
    return context.services.modelChoice.setDefault(model);
  }

  @Authorized('admin')
  @Mutation(() => Model, {
    complexity: 20,
    description:
      'End the service of a current model and remove its vectors and files; it can only be trained again. Was it the default, the one that became current last answers again.',
  })
  retireModel(@CurrentModel() model: string, @Ctx() context: ApiContext): Promise<ModelRecord> {
    context.renewLoaders();
    return context.services.modelChoice.retire(model);
  }

  @FieldResolver(() => Boolean, { description: 'Whether it answers where no model is named.' })
  async isDefault(@Root() { id }: ModelRecord, @Ctx() { loaders }: ApiContext): Promise<boolean> {
    return loaders.isDefaultModel.load(id);
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

function CurrentModel() {
  return Arg('model', () => ID, {
    description: 'Name of a current model ("be-bow") or its id ("be-bow@3").',
  });
}
