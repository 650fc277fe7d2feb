import { z } from 'zod';
import { badInput } from '../../shared/errors';
import { zodFaults } from '../../shared/zodFaults';

const schema = z.strictObject({
  model: z.string().optional().describe('name or id of a current model; the default one where none is given'),
  triples: z.number().int().min(1).nullable().default(null),
  candidates: z.number().int().min(2).nullable().default(null),
  relations: z.array(z.string()).min(1).max(1000).nullable().default(null),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .default(0),
});

export type EvaluationInput = z.input<typeof schema>;

/** What an evaluation is told, defaults filled in. */
export interface EvaluationParameters {
  /** name, which means the version that is current when the evaluation begins, or id */
  model: string;
  /** how many of the held-out triples are asked about, a sample; null for all */
  triples: number | null;
  /** among how many entities the true one is ranked, a sample; null for all */
  candidates: number | null;
  /** ids of the only relations that are asked about; null for all */
  relations: string[] | null;
  /** of the samples */
  seed: number;
}

/** @throws BAD_INPUT naming every part that cannot be used, what was expected and what came */
export function parseEvaluation(given: unknown): z.output<typeof schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = zodFaults(schema, parsed.error, given);
  throw badInput(`This evaluation cannot be made: ${faults.join('; ')}.`, { faults });
}
