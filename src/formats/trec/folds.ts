import fs from 'node:fs';
import { z } from 'zod';
import type { Fold } from '../../models/search/training/folds';
import { badInput, KindredError } from '../../shared/errors';
import { checkReadable } from '../../shared/files';

const schema = z.record(
  z.string(),
  z.object({ training: z.array(z.string()), testing: z.array(z.string()) }),
);

/**
 * Folds for cross-validation, as DBpedia-Entity v2 has them: `{"0": {"training": [ids], "testing": [ids]}, …}`.
 *
 * @throws BAD_INPUT when the file cannot be read, is of another form, or asks a query that a fold learns from, or twice
 */
export function readFolds(file: string): Fold[] {
  checkReadable(file, 'Give the path of a JSON file of folds.');
  const folds = Object.entries(parse(file));
  const asked = new Set<string>();
  for (const [name, { training, testing }] of folds) {
    const again = testing.find((query) => asked.size === asked.add(query).size);
    if (again !== undefined)
      throw badInput(
        `${file}: fold ${name} asks the query ${JSON.stringify(again)} once more. Each is asked once.`,
      );
    const learned = new Set(training);
    const both = testing.find((query) => learned.has(query));
    if (both !== undefined)
      throw badInput(
        `${file}: fold ${name} has the query ${JSON.stringify(both)} in training and in testing.`,
      );
  }
  return folds.map(([, fold]) => fold);
}

function parse(file: string): z.infer<typeof schema> {
  try {
    return schema.parse(JSON.parse(fs.readFileSync(file, 'utf8').replace(/^\ufeff/, '')));
  } catch (cause) {
    throw new KindredError(
      'BAD_INPUT',
      `${file} does not hold folds. Expected JSON as {"0": {"training": ["q1"], "testing": ["q2"]}}.`,
      { file },
      { cause },
    );
  }
}
