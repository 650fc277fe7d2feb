import type { Store } from '../../graph/local/openStore';
import { listModels, type ModelRecord } from '../../graph/models';
import type { EncoderKind } from '../../models/encoders/textEncoder';
import { hasEnded, type Job, JobService } from '../../services/jobs';
import { duration, figures } from '../../shared/terminal';
import type { Console } from '../console';
import { followJob } from '../follow';
import { presets } from './presets';

export interface EncoderRequest {
  readonly store: Store;
  readonly encoder: EncoderKind;
  readonly console: Console;
  readonly signal: AbortSignal;
}

/** A current model of this encoder: an earlier run's, an interrupted run's brought to its end, or a new one. */
export async function ensureEncoder(request: EncoderRequest): Promise<string> {
  const { store, encoder, console, signal } = request;
  const known = await currentModel(store, encoder);
  if (known) {
    console.print(`  ${known.id} was trained by an earlier run (${figures(known.metrics)}).`);
    return known.id;
  }
  const jobs = new JobService(store.db);
  const unfinished = (await jobs.list({ kind: 'train' }, 1_000)).find(
    (job) => !hasEnded(job) && nameOf(job) === encoder,
  );
  const preset = presets[encoder];
  console.print(`  ${preset.story}`);
  if (unfinished) console.print('  An interrupted run is gone on with.');
  const { id } = unfinished ?? (await jobs.submitTraining(preset.settings, 'demo', encoder));
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
