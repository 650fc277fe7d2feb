import {
  Arg,
  Authorized,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import type { Job as StoredJob } from '../../services';
import type { ApiContext } from '../context';
import { First } from '../inputs/arguments';
import { given } from '../inputs/given';
import { endedAtOnce } from './endedAtOnce';
import { TrainModelInput } from '../inputs/trainModelInput';
import { Job, JobKind, JobState } from '../types/job';
import { Metric, metrics } from '../types/metric';
import { DateTime } from '../types/scalars';

type TrainingRequest = Parameters<ApiContext['services']['jobs']['submitTraining']>[0];

@Resolver(() => Job)
export class JobResolver {
  @Query(() => Job, {
    nullable: true,
    description: 'The job with this id; null and an error where there is none.',
  })
  job(@JobId() id: string, @Ctx() { services }: ApiContext): Promise<StoredJob> {
    return services.jobs.get(id);
  }

  @Query(() => [Job], { description: 'Jobs, the newest first.' })
  jobs(
    @Arg('state', () => JobState, { nullable: true, description: 'Only jobs in this state.' })
    state: StoredJob['state'] | null | undefined,
    @Arg('kind', () => JobKind, { nullable: true, description: 'Only jobs of this kind.' })
    kind: StoredJob['kind'] | null | undefined,
    @First(20) first: number,
    @Ctx() { services }: ApiContext,
  ): Promise<StoredJob[]> {
    return services.jobs.list({ state: state ?? undefined, kind: kind ?? undefined }, first);
  }

  @Authorized('admin')
  @Mutation(() => Job, {
    complexity: 100,
    description:
      'Queue a training. Follow it with `jobProgress`. When it is done, its model becomes current by itself: it replaces the ' +
      'version before it of the same name, which cannot be brought back, and answers wherever no model is named, unless ' +
      '`setDefaultModel` has chosen one. Give what is only tried a `name` of its own.',
  })
  trainModel(
    @Arg('input', () => TrainModelInput, { description: 'What to train, and how.' }) input: TrainModelInput,
    @Ctx() { services, actor }: ApiContext,
  ): Promise<StoredJob> {
    const { name, preset, validation, ...settings } = given(input);
    // The service checks every value, so that a wrong word or number gets its reason and not only its place.
    const request = { ...settings, validation: validation && given(validation) } as TrainingRequest;
    return services.jobs.submitTraining(request, actor.name, { name, preset });
  }

  @Authorized('admin')
  @Mutation(() => Job, {
    description:
      'Ask for the end of a job. One that nobody has begun is cancelled at once, a running one within a step or two; one that ' +
      'waits to go on, by the next worker.',
  })
  cancelJob(@JobId() id: string, @Ctx() { services, actor }: ApiContext): Promise<StoredJob> {
    return services.jobs.cancel(id, actor.name);
  }

  @Subscription(() => Job, {
    description: 'The job now, and again after each change, until it has ended.',
    subscribe: async ({ args, context }: SubscribeResolverData<unknown, { id: string }, ApiContext>) => {
      await context.services.jobs.get(args.id);
      return endedAtOnce((signal) => context.services.jobs.watch(args.id, signal));
    },
  })
  jobProgress(@Root() job: StoredJob, @JobId() _id: string, @Ctx() context: ApiContext): StoredJob {
    context.renewLoaders();
    return job;
  }

  @FieldResolver(() => [Metric], {
    complexity: 0.1,
    description: 'What it has measured so far: loss, mrr and the like.',
  })
  metrics(@Root() job: StoredJob): Metric[] {
    return metrics({ ...job.progress?.metrics, ...job.metrics });
  }

  @FieldResolver(() => DateTime, { description: 'When it was submitted.' })
  createdAt(@Root() { createdAt }: StoredJob): Date {
    return new Date(createdAt);
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'When a worker took it up first.' })
  startedAt(@Root() { startedAt }: StoredJob): Date | null {
    return startedAt === null ? null : new Date(startedAt);
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'When it ended.' })
  finishedAt(@Root() { finishedAt }: StoredJob): Date | null {
    return finishedAt === null ? null : new Date(finishedAt);
  }
}

function JobId() {
  return Arg('id', () => ID, { description: 'Id of the job.' });
}
