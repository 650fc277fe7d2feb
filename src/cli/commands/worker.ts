import { Command } from 'commander';
import { loadSettings } from '../../config';
import { storeEnvironment } from '../../jobs/environment';
import { runWorker } from '../../jobs/worker';
import { log } from '../../shared/log';
import { interruptSignal } from '../interrupt';
import { withStore } from '../store';

export function workerCommand(): Command {
  return new Command('worker')
    .description('carry out jobs such as trainings, one at a time, until Ctrl-C')
    .addHelpText(
      'after',
      `
\`kindred serve\` starts one itself unless KINDRED_WORKER=0. Any number may run,
also on other machines with the same NEO4J_URI and the same KINDRED_DATA folder:
no job runs twice. A worker that stops or is killed leaves its job to the next
one, which goes on from the last checkpoint.`,
    )
    .action(async () => {
      const settings = loadSettings();
      const signal = interruptSignal();
      await withStore({ settings, owner: 'worker', keepsFiles: true }, async (db, store) => {
        log.debug({ store: store.where }, 'the worker waits for jobs');
        const environment = storeEnvironment(store);
        await runWorker({ db, dataFolder: settings.KINDRED_DATA, environment, signal });
      });
    });
}
