import { Command } from 'commander';
import { loadSettings } from '../../config';
import { countTriplesByRelation, listRelations } from '../../graph/relations';
import { count } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { withStore } from '../store';
import { table } from '../table';

export function relationsCommand(): Command {
  return new Command('relations')
    .description('list the relations, as `predict --relation` takes them')
    .option('--json', 'machine-readable')
    .action(async ({ json }: { json?: true }) => {
      const console = Console.for({ json });
      const request = { settings: loadSettings(), owner: 'relations', onProgress: console.progress.show };
      await withStore(request, async (db) => {
        console.progress.done();
        const triples = await countTriplesByRelation(db);
        const relations = (await listRelations(db)).map((relation) => ({
          ...relation,
          triples: triples.get(relation.id) ?? 0,
        }));
        if (json) return printJson(relations);
        if (relations.length === 0)
          return console.print('There are no relations yet. `kindred import` brings a graph.');
        console.print(
          table(
            relations,
            [
              { title: 'id', value: ({ id }) => id },
              { title: 'triples', value: (relation) => count(relation.triples), align: 'right' },
              { title: 'name', value: ({ name }) => name },
            ],
            console.columns,
          ),
        );
      });
    });
}
