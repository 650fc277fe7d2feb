import { readColumns } from './columns';

/** Scores of documents, by query and document: in the order of the file. */
export type TrecRun = Map<string, Map<string, number>>;

const form = { count: 6, names: 'query, Q0, document, rank, score, run' };

/**
 * A run: `query Q0 document rank score run` a line. The score alone orders, as for trec_eval.
 *
 * @throws BAD_INPUT naming file and line
 */
export async function readRun(file: string): Promise<TrecRun> {
  const run: TrecRun = new Map();
  for await (const { columns, refuse } of readColumns(file, form)) {
    const [query, , document, , text] = columns as [string, string, string, string, string];
    const score = Number(text);
    if (!Number.isFinite(score)) refuse(`The score ${JSON.stringify(text)} is not a finite number.`);
    const own = run.get(query) ?? new Map<string, number>();
    if (own.has(document))
      refuse(`The query ${JSON.stringify(query)} has the document ${JSON.stringify(document)} twice.`);
    run.set(query, own.set(document, score));
  }
  return run;
}

/**
 * @param name of the run, its last column; without spaces
 * @returns the text of a file, each query's documents in the given order
 */
export function runText(
  run: Iterable<readonly [string, readonly (readonly [string, number])[]]>,
  name: string,
): string {
  const lines: string[] = [];
  for (const [query, documents] of run) {
    documents.forEach(([document, score], i) =>
      lines.push(`${query}\tQ0\t${document}\t${i + 1}\t${score}\t${name}\n`),
    );
  }
  return lines.join('');
}
