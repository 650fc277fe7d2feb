import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Job as StoredJob } from '../../services';
import { JsonObject } from './scalars';

export const JobState = {
  QUEUED: 'queued',
  RUNNING: 'running',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
} as const;

registerEnumType(JobState, {
  name: 'JobState',
  description: 'How far a job is.',
  valuesConfig: {
    QUEUED: { description: 'Waits for a worker.' },
    RUNNING: {
      description:
        'A worker is at it; should that one die, another goes on from the last checkpoint, or begins anew where there is none.',
    },
    SUCCEEDED: { description: 'Done.' },
    FAILED: { description: 'Given up; `error` says why.' },
    CANCELLED: { description: 'Stopped because somebody asked for it.' },
  },
});

export const JobKind = { TRAIN: 'train', EVALUATE: 'evaluate' } as const;

registerEnumType(JobKind, {
  name: 'JobKind',
  description: 'What a job does.',
  valuesConfig: {
    TRAIN: { description: 'Trains a model, writes its vectors and makes it current.' },
    EVALUATE: { description: 'Ranks the triples that a training held out among all entities of the graph.' },
  },
});

@ObjectType({ description: 'How far a step of a job is.', simpleResolvers: true })
export class JobProgress {
  @Field(() => String, { description: 'What is being done, in a few words: "training be-bow".' })
  stage!: string;

  @Field(() => Float, { description: 'How many units are done.' })
  done!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'How many units there are; null where that is not known.',
  })
  total!: number | null;

  @Field(() => String, { description: 'What is counted: "steps", "entities".' })
  unit!: string;
}

@ObjectType({
  description: 'Long work that a worker process does: a training, an evaluation.',
  simpleResolvers: true,
})
export class Job {
  @Field(() => ID, { description: 'Opaque; give it to `job`, `jobProgress` and `cancelJob`.' })
  id!: string;

  @Field(() => JobKind, { description: 'What it does.' })
  kind!: StoredJob['kind'];

  @Field(() => JobState, { description: 'How far it is.' })
  state!: StoredJob['state'];

  @Field(() => JsonObject, { description: 'What it was asked for, defaults filled in.' })
  parameters!: Record<string, unknown>;

  @Field(() => JobProgress, {
    nullable: true,
    description: 'How far its present step is; null before it begins.',
  })
  progress!: StoredJob['progress'];

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the model that a training makes, once it has begun, or that an evaluation is of.',
  })
  modelId!: string | null;

  @Field(() => [String], { description: "The last lines of the job's log, oldest first." })
  logTail!: string[];

  @Field(() => String, { nullable: true, description: 'Why it failed.' })
  error!: string | null;

  @Field(() => Int, { description: 'How many workers have taken it up so far.' })
  attempt!: number;

  @Field(() => Boolean, { description: 'Whether somebody asked for its end.' })
  cancelRequested!: boolean;

  @Field(() => String, { description: 'Who submitted it.' })
  createdBy!: string;
}
