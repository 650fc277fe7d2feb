import { Command, Option } from 'commander';
import { loadSettings } from '../../config';
import { watchMemory } from '../../shared/memory';
import { count } from '../../shared/terminal';
import { announce, withOptions } from '../commands/serve';
import { Console } from '../console';
import { aborted, interruptSignal } from '../interrupt';
import { wholeNumber } from '../options';
import { startServing } from '../serving';
import { openMigrated } from '../store';
import { type DemoEncoder, demoEncoders, ensureEncoder } from './encoder';
import { graphqlClient } from './graphql';
import { meet } from './meet';
import { newcomers } from './newcomers';
import { Timings } from './timings';
import { ensureWordNet } from './wordnet';

export function demoCommand(): Command {
  return new Command('demo')
    .description('WordNet imported, an encoder trained on it, five new entities, and the API until Ctrl-C')
    .addOption(
      new Option('--encoder <kind>', 'which encoder to train').choices(demoEncoders).default('be-bow'),
    )
    .option('--port <n>', 'port of the API, 0 for a free one', wholeNumber(0, 65_535))
    .addHelpText(
      'after',
      `
be-bow takes about 3 minutes to train, blp (the BERT encoder) about 20, twice
that on a busy machine, and knows better. Ctrl-C may come at any point: running
the same command again goes on from there, and does nothing twice.`,
    )
    .action(demo);
}

async function demo({ encoder, port }: { encoder: DemoEncoder; port?: number }): Promise<void> {
  const settings = withOptions(loadSettings(), { port });
  const console = Console.for({});
  const signal = interruptSignal();
  const memory = watchMemory();
  const timings = new Timings(console);
  const title = 'Kindred: an entity is useful from the moment its name and a sentence are written.';
  console.print(console.paint('bold', title));

  const store = await timings.step('The store', async () => {
    const request = {
      settings,
      owner: 'demo',
      join: false,
      keepsFiles: true,
      onProgress: console.progress.show,
    };
    const opened = await openMigrated(request);
    console.progress.done();
    console.print(`  ${opened.where}`);
    return opened;
  });
  try {
    await timings.step('The graph', () => ensureWordNet(store.db, console, signal));
    const model = await timings.step('The encoder', () => ensureEncoder({ store, encoder, console, signal }));
    const serving = await timings.step('The API', () => startServing(settings, store));
    try {
      console.print(`  answers at ${serving.endpoint}`);
      await timings.step('Five things that WordNet 3.0 has never heard of', async () => {
        const ask = graphqlClient(serving.endpoint, serving.token);
        for (const newcomer of newcomers) await meet(newcomer, model, ask, console);
      });
      console.print(
        `\n${console.paint('bold', 'What it took')}\n${timings.summary()}\n${describe(memory.peak())}\n`,
      );
      await announce(console, serving);
      await aborted(signal);
      console.print('Stopping; Ctrl-C again ends at once.');
    } finally {
      await serving.close();
    }
  } finally {
    memory.stop();
    await store.close();
  }
}

function describe(mebibytes: number | undefined): string {
  if (mebibytes === undefined) return '  memory: not told by this system';
  return `  at most ${count(mebibytes)} MiB of memory in all processes together`;
}
