import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { printApiSchema } from '../../api/printSchema';
import { projectRoot } from '../../shared/paths';

export function schemaCommand(): Command {
  return new Command('schema')
    .description("print the API's schema in GraphQL's schema language")
    .option('--write', 'write it to schema/schema.graphql instead')
    .action(async ({ write }: { write?: true }) => {
      const text = await printApiSchema();
      if (!write) process.stdout.write(text);
      else await writeFile(path.join(projectRoot, 'schema', 'schema.graphql'), text);
    });
}
