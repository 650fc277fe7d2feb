import { lexicographicSortSchema, printSchema } from 'graphql';
import { createSchema } from './schema';

/** The schema as text, sorted, as it is kept in `schema/schema.graphql`. */
export async function printApiSchema(): Promise<string> {
  const text = printSchema(lexicographicSortSchema(await createSchema()));
  return `# Written by \`npm run schema\` from src/api; a test compares it.\n\n${text}\n`;
}
