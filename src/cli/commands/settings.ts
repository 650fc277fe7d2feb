import { Command } from 'commander';
import { loadSettings, secretSettings, settingsSchema } from '../../config';
import { describeExpected, expectedBy } from '../../shared/expectations';
import { width, wrap } from '../../shared/terminal';

export function settingsCommand(): Command {
  return new Command('settings')
    .description('list every setting, what it means, what it takes and its value now')
    .action(() => {
      const values: Partial<Record<string, string | number | boolean | string[]>> = loadSettings();
      const columns = width(process.stdout);
      for (const [name, expected] of Object.entries(expectedBy(settingsSchema).properties!)) {
        const value = values[name];
        const shown =
          value === undefined ? '(not set)' : secretSettings.has(name) ? '(secret)' : value.toString();
        const origin = process.env[name] ? ', from the environment' : '';
        const takes = describeExpected(expected);
        const text = `${settingsSchema.shape[name as keyof typeof settingsSchema.shape].description ?? ''}${takes ? `; takes ${takes}` : ''}`;
        process.stdout.write(`${name} = ${shown}${origin}\n${wrap(text, columns, '    ')}\n`);
      }
    });
}
