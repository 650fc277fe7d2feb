import { Command } from 'commander';
import { loadSettings, type Settings } from '../../config';
import { Console } from '../console';
import { findExample } from '../exampleGraph';
import { aborted, interruptSignal } from '../interrupt';
import { wholeNumber } from '../options';
import { nextSteps, queriesToPaste } from '../queries';
import { type Serving, startServing } from '../serving';
import { withStore } from '../store';

interface ServeOptions {
  port?: number;
  host?: string;
  worker: boolean;
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('answer GraphQL requests, with a worker for jobs, until Ctrl-C')
    .option(
      '--port <n>',
      'port of the API, 0 for a free one; KINDRED_PORT by default',
      wholeNumber(0, 65_535),
    )
    .option('--host <address>', 'address to listen on; KINDRED_HOST by default')
    .option('--no-worker', 'leave jobs to workers that are started apart')
    .addHelpText(
      'after',
      `
The API listens on 127.0.0.1 unless told otherwise. Reading is open to whoever
reaches it; changes need the bearer token, which is made at the first start and
shown once.`,
    )
    .action(async (options: ServeOptions) => {
      const console = Console.for({});
      const signal = interruptSignal();
      const settings = withOptions(loadSettings(), options);
      const request = {
        settings,
        owner: 'serve',
        join: false,
        keepsFiles: true,
        onProgress: console.progress.show,
      };
      await withStore(request, async (_db, store) => {
        const serving = await startServing(settings, store);
        console.progress.done();
        try {
          await announce(console, serving);
          await aborted(signal);
          console.print('Stopping; Ctrl-C again ends at once.');
        } finally {
          await serving.close();
        }
      });
    });
}

export function withOptions(settings: Settings, { port, host, worker }: Partial<ServeOptions>): Settings {
  return {
    ...settings,
    KINDRED_PORT: port ?? settings.KINDRED_PORT,
    KINDRED_HOST: host ?? settings.KINDRED_HOST,
    KINDRED_WORKER: settings.KINDRED_WORKER && worker !== false,
  };
}

/** Where the API is, how to change things, and what to try. */
export async function announce(console: Console, { endpoint, tokenNote, services }: Serving): Promise<void> {
  const example = await findExample(services);
  console.print(`${console.paint('green', 'Serving at')} ${console.paint('bold', endpoint)}`);
  console.print(tokenNote);
  for (const { title, text } of queriesToPaste(example)) {
    console.print(`\n${console.paint('cyan', `# ${title}`)}\n${text}`);
  }
  for (const line of ['', ...nextSteps(example)]) console.print(line);
  console.print('Ctrl-C stops.');
}
