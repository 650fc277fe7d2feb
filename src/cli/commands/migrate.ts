import { Command } from 'commander';
import { loadSettings } from '../../config';
import { openStore } from '../../graph/local/openStore';
import { migrate } from '../../graph/migrations';
import { Console } from '../console';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the store to the newest schema; the other commands do it too when they start')
    .action(async () => {
      const console = Console.for({});
      const store = await openStore(loadSettings(), {
        owner: 'kindred migrate',
        join: true,
        onProgress: console.progress.show,
      });
      try {
        const { applied, current } = await migrate(store.db);
        console.progress.done();
        for (const version of applied) console.print(`applied ${version}`);
        console.print(`${store.where} is at ${current}.`);
      } finally {
        await store.close();
      }
    });
}
