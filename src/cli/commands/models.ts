import { Command } from 'commander';
import { loadSettings } from '../../config';
import { defaultModelId } from '../../graph/catalogue';
import { listModels } from '../../graph/models';
import { figures } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { withStore } from '../store';
import { table } from '../table';

export function modelsCommand(): Command {
  return new Command('models')
    .description('list the trained models and their figures')
    .option('--json', 'machine-readable')
    .action(async ({ json }: { json?: true }) => {
      const console = Console.for({ json });
      const request = { settings: loadSettings(), owner: 'models', onProgress: console.progress.show };
      await withStore(request, async (db) => {
        console.progress.done();
        const defaultId = await defaultModelId(db);
        const models = (await listModels(db)).map((model) => ({
          ...model,
          isDefault: model.id === defaultId,
        }));
        if (json) return printJson(models);
        if (models.length === 0) return console.print('There are no models yet. `kindred train` makes one.');
        console.print(
          table(
            models,
            [
              { title: 'id', value: ({ id }) => id },
              { title: 'state', value: ({ state, isDefault }) => (isDefault ? `${state}, default` : state) },
              { title: 'encoder', value: ({ encoder }) => encoder },
              { title: 'scores by', value: ({ relationModel }) => relationModel },
              { title: 'width', value: ({ dimension }) => String(dimension ?? ''), align: 'right' },
              { title: 'figures', value: ({ metrics }) => figures(metrics) },
            ],
            console.columns,
          ),
        );
        console.print(
          'Figures are of the validation in each training, among the candidates it was told to draw; `kindred evaluate ' +
            'model` gives figures that can be compared.',
        );
      });
    });
}
