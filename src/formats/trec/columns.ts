import { badInput } from '../../shared/errors';
import { readLines } from '../tsv/lines';

/** Where something stands, for messages. */
export type Refuse = (why: string) => never;

/**
 * The lines of a file of TREC's, their columns parted by spaces or tabs.
 *
 * @param columns how many each has, and what they are, for the message
 * @throws BAD_INPUT naming file and line: a figure over part of a file would mislead
 */
export async function* readColumns(
  file: string,
  { count, names }: { readonly count: number; readonly names: string },
): AsyncGenerator<{ columns: string[]; refuse: Refuse }> {
  for await (const { number, columns: tabbed, fault } of readLines(file)) {
    const refuse: Refuse = (why) => {
      throw badInput(`${file}:${number}: ${why}`, { file, line: number });
    };
    if (tabbed === undefined) return refuse(fault);
    const columns = tabbed.join('\t').trim().split(/\s+/);
    if (columns.length !== count)
      refuse(`Expected ${count} columns (${names}) parted by spaces or tabs; found ${columns.length}.`);
    yield { columns, refuse };
  }
}
