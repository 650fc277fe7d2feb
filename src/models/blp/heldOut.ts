import { badInput, type KindredError } from '../../shared/errors';

/** A triple that names entities and relation by id. */
export interface NamedTriple {
  readonly head: string;
  readonly relation: string;
  readonly tail: string;
}

/** In a model's folder: the triples that its training kept for validation, of ids, one a line. */
export const heldOutFile = 'held-out.tsv';

/** No id holds a tab or a line end. */
export function heldOutText(triples: readonly NamedTriple[]): string {
  return triples.map(({ head, relation, tail }) => `${head}\t${relation}\t${tail}\n`).join('');
}

export function parseHeldOut(text: string): NamedTriple[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [head, relation, tail] = line.split('\t') as [string, string, string];
    return { head, relation, tail };
  });
}

/** @param validated how many triples the card says were held out: an older version did not keep which */
export function nothingHeldOut(validated: number): KindredError {
  const why =
    validated > 0
      ? `its training held out ${validated}, and an older version of Kindred did not keep which they were`
      : 'its training held out none: it was told to validate with 0, or its graph is too small';
  return badInput(
    `The model has no triples to be evaluated with: ${why}. Train it again with validation.triples above 0 ` +
      '(200 where nothing is said), then evaluate it.',
    { validationTriples: validated },
  );
}
