import { z } from 'zod';
import { type QueryType, queryTypes } from './queryTypes';

const alpha = z.number().min(0).max(1);

/** α of a model as judged queries had it best: over all of them, and for the types that there were queries of. */
export const alphaTuningSchema = z.strictObject({
  all: alpha,
  byType: z.partialRecord(z.enum(queryTypes), alpha),
});

export type AlphaTuning = z.infer<typeof alphaTuningSchema>;

/** Before any tuning: scores of words are several units apart, cosines a few tenths. */
export const defaultAlpha = 0.85;

/** @param tuning of the model; undefined before it was tuned */
export function chosenAlpha(tuning: AlphaTuning | undefined, type: QueryType | undefined): number {
  return (type && tuning?.byType[type]) ?? tuning?.all ?? defaultAlpha;
}
