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
import type { Curve, ModelRecord } from '../../services';
import type { ApiContext } from '../context';
import { Metric, metrics } from '../types/metric';
import { Model } from '../types/model';
import { DateTime } from '../types/scalars';
import { Validation } from '../types/validation';

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

  @FieldResolver(() => [Metric], {
    complexity: 0.1,
    description:
      'What the validation of its kept weights measured, and the loss: filtered MRR and hits of `validation.triples` held-out triples, each true end ranked among a sample of `validation.candidates` entities (see `parameters`). Among so few they are higher than among all, which `evaluation` has.',
  })
  metrics(@Root() model: ModelRecord): Metric[] {
    return metrics(model.metrics);
  }

  @Extensions({ listSize: 100 })
  @FieldResolver(() => [Validation], {
    nullable: true,
    complexity: 0.1,
    description:
      'How its training went: at most 100 of its validations, evenly apart. Their figures are among the same candidates as `metrics`. Null where the model does not serve.',
  })
  curve(@Root() { id }: ModelRecord, @Ctx() { services }: ApiContext): Curve | null {
    return services.models.curve(id) ?? null;
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

@Resolver(() => Validation)
export class ValidationResolver {
  @FieldResolver(() => [Metric], {
    complexity: 0.1,
    description:
      'MRR and hits of the held-out triples at that step, among the sample of candidates that all validations share.',
  })
  metrics(@Root() validation: Curve[number]): Metric[] {
    return metrics(validation.metrics);
  }
}

function CurrentModel() {
  return Arg('model', () => ID, {
    description: 'Name of a current model ("be-bow") or its id ("be-bow@3").',
  });
}
