import { badInput } from '../../shared/errors';
import { readLines } from '../tsv/lines';

/**
 * Queries: `id`, tab, text a line.
 *
 * @returns texts by id, in the order of the file
 * @throws BAD_INPUT naming file and line
 */
export async function readQueries(file: string): Promise<Map<string, string>> {
  const queries = new Map<string, string>();
  for await (const { number, columns, fault } of readLines(file)) {
    const refuse = (why: string): never => {
      throw badInput(`${file}:${number}: ${why}`, { file, line: number });
    };
    if (columns === undefined) return refuse(fault);
    const [id, text] = columns.map((column) => column.trim());
    if (columns.length !== 2 || !id || !text)
      return refuse(`Expected 2 columns (id, text) parted by a tab; found ${columns.length}.`);
    if (queries.has(id)) refuse(`The query ${JSON.stringify(id)} is on an earlier line already.`);
    queries.set(id, text);
  }
  return queries;
}
