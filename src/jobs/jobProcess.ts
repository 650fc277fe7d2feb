import { baseEncoderFolder, loadSettings } from '../config';
import type { JobKind } from '../graph/jobs';
import { LeaseLostError } from '../graph/leases';
import { openStore } from '../graph/local/openStore';
import { jobKinds } from '../services/jobKinds';
import { work } from '../services/jobKinds/work';
import { KindredError } from '../shared/errors';
import { log, setLogLevel } from '../shared/log';
import { publicError } from '../shared/publicError';
import { unforeseen } from '../shared/unforeseen';
import type { Ending, FromJobProcess, ToJobProcess } from './messages';

/**
 * Carries out one job for the worker that forked it. Tensors keep a process busy for seconds at a time; the worker,
 * which renews the lease, has a process of its own. This one ends with its worker, also when that is killed.
 */
const stop = new AbortController();

process.on('disconnect', () => process.exit(1));
process.on('SIGINT', () => undefined); // Ctrl-C reaches the whole terminal; the worker says when to stop
process.on('SIGTERM', () => stop.abort());
process.on('message', (message: ToJobProcess) => {
  if (message.type === 'stop') stop.abort();
  else void carryOut(message).then(finish);
});

async function carryOut({ job, lease }: ToJobProcess & { type: 'start' }): Promise<Ending> {
  const settings = loadSettings();
  setLogLevel(settings.KINDRED_LOG);
  try {
    const store = await openStore(settings, { owner: `job ${job.id}`, join: true });
    try {
      const result = await work[job.kind]({
        db: store.db,
        job,
        lease,
        dataFolder: settings.KINDRED_DATA,
        baseEncoder: (encoder) => baseEncoderFolder(settings, encoder),
        onProgress: (progress) => send({ type: 'progress', progress }),
        onLog: (line) => send({ type: 'log', line }),
        signal: stop.signal,
      });
      return { type: 'succeeded', ...result };
    } finally {
      await store.close();
    }
  } catch (error) {
    return endingOf(error, job.kind);
  }
}

/** Only what another attempt can mend sends the job back to the queue. */
function endingOf(error: unknown, kind: JobKind): Ending {
  const mendable = error instanceof KindredError && error.code === 'STORE_UNAVAILABLE';
  if (stop.signal.aborted || mendable || error instanceof LeaseLostError) return { type: 'stopped' };
  if (error instanceof KindredError) {
    if (error.code === 'CORRUPT_FILE') log.error(error.message); // with its path, which the job's readers need not know
    return { type: 'failed', error: publicError(error).message };
  }
  if (error instanceof Error && error.message.includes('OOM when allocating')) {
    const advice = `Free some, or ${jobKinds[kind].savesMemory}, and submit it again.`;
    return { type: 'failed', error: `The job ran out of memory. ${advice}` };
  }
  return {
    type: 'failed',
    error: unforeseen(error, 'the job failed for a reason that nobody foresaw').message,
  };
}

function send(message: FromJobProcess): void {
  // A worker that has just been killed is noticed by its disconnection.
  if (process.connected) process.send!(message, undefined, undefined, () => undefined);
}

function finish(ending: Ending): void {
  process.send!(ending, undefined, undefined, () => process.exit(0));
}
