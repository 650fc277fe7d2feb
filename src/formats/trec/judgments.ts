import { readColumns } from './columns';

/** Grades of documents, by query and document. */
export type Judgments = Map<string, Map<string, number>>;

const form = { count: 4, names: 'query, Q0, document, grade' };

/** Grades are few; 2 to the power of a greater one is no number, and the exponential gain takes it. */
const greatest = 1000;

/**
 * Judgments ("qrels"): `query Q0 document grade` a line.
 *
 * @throws BAD_INPUT naming file and line
 */
export async function readJudgments(file: string): Promise<Judgments> {
  const judgments: Judgments = new Map();
  for await (const { columns, refuse } of readColumns(file, form)) {
    const [query, , document, text] = columns as [string, string, string, string];
    if (!/^-?\d{1,9}$/.test(text)) refuse(`The grade ${JSON.stringify(text)} is not a whole number.`);
    const own = judgments.get(query) ?? new Map<string, number>();
    if (own.has(document))
      refuse(`The query ${JSON.stringify(query)} has the document ${JSON.stringify(document)} twice.`);
    if (Math.abs(Number(text)) > greatest)
      refuse(`The grade ${text} is beyond ±${greatest}. Grade by small numbers.`);
    judgments.set(query, own.set(document, Number(text)));
  }
  return judgments;
}
