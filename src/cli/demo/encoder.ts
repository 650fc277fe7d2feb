import type { Store } from '../../graph/local/openStore';
import { listModels, type ModelRecord } from '../../graph/models';
import { trainingPresets } from '../../models/training/presets';
import { hasEnded, type Job, JobService } from '../../services/jobs';
import { count, duration, figures } from '../../shared/terminal';
import type { Console } from '../console';
import { followJob } from '../follow';

/** Told before the training begins; times are those of two CPU cores. */
const stories = {
  'be-bow': 'A bag of word pieces learns to put each synset where its pointers lead, in 2 to 3 minutes:',
  'be-dkrl': 'A convolution over word pieces learns to put each synset where its pointers lead, in minutes:',
  blp: 'BERT learns to put each synset where its pointers lead, in about 20 minutes, twice that on a busy machine:',
};

/** The encoders that start from what every set-up brings. */
export type DemoEncoder = keyof typeof stories;
export const demoEncoders = Object.keys(stories) as DemoEncoder[];

export interface EncoderRequest {
  readonly store: Store;
  readonly encoder: DemoEncoder;
  readonly console: Console;
  readonly signal: AbortSignal;
}

/** A current model of this encoder: an earlier run's, an interrupted run's brought to its end, or a new one. */
export async function ensureEncoder(request: EncoderRequest): Promise<string> {
  const { store, encoder, console, signal } = request;
  const known = await currentModel(store, encoder);
  if (known) {
    console.print(`  ${known.id} is there already (${figures(known.metrics)}).`);
    return known.id;
  }
  const jobs = new JobService(store.db);
  const unfinished = (await jobs.list({ kind: 'train' }, 1_000)).find(
    (job) => !hasEnded(job) && nameOf(job) === encoder,
  );
  const { maxSteps, batchSize = 64 } = trainingPresets[encoder];
  console.print(`  ${stories[encoder]}\n  ${count(maxSteps!)} steps of ${count(batchSize)} triples.`);
  if (unfinished) console.print('  An interrupted run is gone on with.');
  const { id } = unfinished ?? (await jobs.submitTraining(trainingPresets[encoder], 'demo'));
  const started = performance.now();
  const job = await followJob({
    store,
    jobId: id,
    console,
    signal,
    resume: `npm run demo -- --encoder ${encoder}`,
  });
  const took = duration((performance.now() - started) / 1000);
  console.print(`  ${job.modelId} is current after ${took} (${figures(job.metrics)}).`);
  return job.modelId!;
}

async function currentModel({ db }: Store, name: string): Promise<ModelRecord | undefined> {
  return (await listModels(db)).find((model) => model.name === name && model.state === 'current');
}

function nameOf(job: Job): unknown {
  return job.parameters['name'];
}
