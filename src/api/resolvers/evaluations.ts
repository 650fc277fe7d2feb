import { Arg, Authorized, Ctx, Extensions, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Evaluated, Job as StoredJob, ModelRecord } from '../../services';
import type { ApiContext } from '../context';
import { EvaluateModelInput } from '../inputs/evaluateModelInput';
import { given } from '../inputs/given';
import { Evaluation, EvaluationGroup, LinkPredictionFigures } from '../types/evaluation';
import { Job } from '../types/job';
import { Model } from '../types/model';
import { DateTime } from '../types/scalars';

@Resolver(() => Evaluation)
export class EvaluationResolver {
  @Authorized('admin')
  @Mutation(() => Job, {
    complexity: 100,
    description:
      "Queue an evaluation of a current model: the ends of the triples that its training held out are ranked among all entities. Follow it with `jobProgress`; the figures are its `evaluation`, and the model's.",
  })
  evaluateModel(
    @Arg('input', () => EvaluateModelInput, {
      description: 'What to evaluate, and on how much of the graph.',
    })
    input: EvaluateModelInput,
    @Ctx() { services, actor }: ApiContext,
  ): Promise<StoredJob> {
    return services.evaluation.submit(given(input), actor.name);
  }

  @FieldResolver(() => LinkPredictionFigures, {
    complexity: 0.1,
    description: 'Figures of all rankings.',
  })
  figures(@Root() { all }: Evaluated): Evaluated['all'] {
    return all;
  }

  @Extensions({ listSize: 26 })
  @FieldResolver(() => [EvaluationGroup], {
    complexity: 0.1,
    description: 'Figures by side, by category of the relation, and by relation.',
  })
  groups(@Root() { groups }: Evaluated) {
    return groups.map((group) => ({ ...group, count: group.figures.count }));
  }

  @FieldResolver(() => DateTime, { description: 'When it was made.' })
  finishedAt(@Root() { finishedAt }: Evaluated): Date {
    return new Date(finishedAt);
  }
}

@Resolver(() => Job)
export class JobEvaluationResolver {
  @FieldResolver(() => Evaluation, {
    nullable: true,
    description: 'What an evaluation found; null before it has succeeded, and for other kinds of jobs.',
  })
  async evaluation(@Root() job: StoredJob, @Ctx() { loaders }: ApiContext): Promise<Evaluated | null> {
    if (job.kind !== 'evaluate' || job.state !== 'succeeded') return null;
    return (await loaders.evaluationOfJob.load(job.id)) ?? null;
  }
}

@Resolver(() => Model)
export class ModelEvaluationResolver {
  @FieldResolver(() => Evaluation, {
    nullable: true,
    description:
      'Its latest evaluation over the graph (`evaluateModel`); null where there is none. Figures among all entities, unlike `metrics`.',
  })
  async evaluation(@Root() { id }: ModelRecord, @Ctx() { loaders }: ApiContext): Promise<Evaluated | null> {
    return (await loaders.evaluationOfModel.load(id)) ?? null;
  }
}
