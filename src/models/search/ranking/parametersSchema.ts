import { z } from 'zod';
import { type Field, fields } from '../document';
import { type Bm25fParameters, leastWeight } from './bm25f';

const ofEachField = (value: z.ZodNumber) =>
  z.strictObject(Object.fromEntries(fields.map((field) => [field, value])) as Record<Field, z.ZodNumber>);

/** Parameters as they are stored. */
export const bm25fParametersSchema: z.ZodType<Bm25fParameters> = z.strictObject({
  k1: z.number().positive(),
  // Earlier trainings could end at 0.
  weight: ofEachField(
    z
      .number()
      .min(0)
      .overwrite((weight) => Math.max(weight, leastWeight)),
  ),
  b: ofEachField(z.number().min(0).max(1)),
  lengths: z.enum(['each', 'combined', 'bytes']),
});
