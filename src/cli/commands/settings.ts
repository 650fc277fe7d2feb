import { Command } from 'commander';
import { loadSettings, settingsSchema } from '../../config';
import { width, wrap } from '../../shared/terminal';

const secrets = new Set(['NEO4J_PASSWORD', 'KINDRED_TOKEN']);

export function settingsCommand(): Command {
  return new Command('settings')
    .description('list every setting, what it means and its value now')
    .action(() => {
      const values: Partial<Record<string, string | number | boolean | string[]>> = loadSettings();
      const columns = width(process.stdout);
      for (const [name, schema] of Object.entries(settingsSchema.shape)) {
        const value = values[name];
        const shown = value === undefined ? '(not set)' : secrets.has(name) ? '(secret)' : value.toString();
        const origin = process.env[name] ? ', from the environment' : '';
        process.stdout.write(
          `${name} = ${shown}${origin}\n${wrap(schema.description ?? '', columns, '    ')}\n`,
        );
      }
    });
}
