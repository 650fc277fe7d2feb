import { z } from 'zod';
import { encoderKinds } from '../encoders/textEncoder';
import { trainingSettingsSchema } from '../training/settings';
import { relationModelKinds } from './relationModels/relationModel';

const metrics = z.record(z.string(), z.number());

/** What `model.json` in a model's folder says: how to use the weights beside it, and how they came about. */
export const modelCardSchema = z.strictObject({
  format: z.literal('kindred-model/1'),
  encoder: z.enum(encoderKinds),
  relationModel: z.enum(relationModelKinds),
  dimension: z.number().int().min(1),
  /** whether entity vectors have unit length */
  entityNormalised: z.boolean(),
  settings: trainingSettingsSchema,
  /** relations the model can predict, in the order of the rows of `relations.safetensors` */
  relationIds: z.array(z.string()),
  trainedOn: z.strictObject({
    entities: z.number().int(),
    triples: z.number().int(),
    /** triples kept from training and used for validation */
    validationTriples: z.number().int(),
    fingerprint: z.string(),
    /** of its triples alone, whatever the texts */
    graph: z.string().optional(),
    /** of what the encoder started from; not for `lookup`, nor in models of earlier versions */
    base: z.string().optional(),
    backend: z.string(),
  }),
  steps: z.number().int(),
  metrics,
  /** what each validation found */
  curve: z.array(z.strictObject({ step: z.number().int(), loss: z.number(), metrics })),
  /** SHA-256 of every other file of the folder, by name */
  files: z.record(z.string().regex(/^[a-z0-9_.-]+$/), z.string()),
});

export type ModelCard = z.output<typeof modelCardSchema>;
