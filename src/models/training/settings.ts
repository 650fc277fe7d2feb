import { z } from 'zod';
import { badInput } from '../../shared/errors';
import { zodFaults } from '../../shared/zodFaults';
import { readsTexts } from '../encoders/textEncoder';
import { contradictions } from './contradictions';
import {
  commonDefaults,
  encoderDefaults,
  lossesOf,
  modelDefaults,
  pairDefaults,
  type VectorShape,
} from './defaults';
import { settingFields, type validationFields } from './settingFields';

/**
 * Everything a training run is told. What is left out takes the paper's value for the encoder. A parsed value parses
 * to itself, so settings can be stored and read again.
 */
export const trainingSettingsSchema = z
  .strictObject(settingFields)
  .transform(({ dimension, pooling, ...given }) => {
    const own = modelDefaults[given.relationModel];
    const { epochs, shape, ...defaults } = {
      ...commonDefaults,
      ...encoderDefaults[given.encoder],
      ...own?.settings,
      ...pairDefaults[given.encoder]?.[given.relationModel],
    };
    const learningRate = given.learningRate ?? defaults.learningRate;
    return {
      ...given,
      ...withDefaults(shape, { dimension, pooling }),
      loss: given.loss ?? lossesOf(given.relationModel)[0]!,
      l2: given.l2 ?? defaults.l2,
      learningRate,
      relationLearningRate: given.relationLearningRate ?? learningRate,
      schedule: given.schedule ?? defaults.schedule,
      warmUpShare: given.warmUpShare ?? defaults.warmUpShare,
      negatives: given.negatives ?? defaults.negatives,
      negativesFrom: given.negativesFrom ?? defaults.negativesFrom,
      batchSize: given.batchSize ?? defaults.batchSize,
      maxLength: given.maxLength ?? defaults.maxLength,
      epochs: given.epochs ?? (given.maxSteps === undefined ? epochs : undefined),
      validation: {
        ...given.validation,
        heldOut: heldOutBy(given),
        triples: given.validation.triples ?? defaults.validation.triples,
        candidates: given.validation.candidates ?? defaults.validation.candidates,
      },
    };
  });

/** A lookup has no vector of an entity that is kept from training. */
function heldOutBy({
  encoder,
  validation,
}: {
  encoder: string;
  validation: z.output<typeof validationFields>;
}) {
  return validation.heldOut ?? (readsTexts(encoder) ? ('entities' as const) : ('triples' as const));
}

/** Those of the given settings that the encoder has; the others would say something that is not so. */
function withDefaults(own: VectorShape, { dimension, pooling }: VectorShape): VectorShape {
  return {
    ...(own.dimension !== undefined && { dimension: dimension ?? own.dimension }),
    ...(own.pooling !== undefined && { pooling: pooling ?? own.pooling }),
  };
}

export type TrainingSettings = z.output<typeof trainingSettingsSchema>;
export type TrainingSettingsInput = z.input<typeof trainingSettingsSchema>;

/** @throws BAD_INPUT naming every setting that cannot be used, what was expected and what came */
export function parseTrainingSettings(given: unknown): TrainingSettings {
  const parsed = trainingSettingsSchema.safeParse(given);
  const faults = parsed.success
    ? [...idle(given as TrainingSettingsInput, parsed.data), ...contradictions(parsed.data)]
    : zodFaults(trainingSettingsSchema, parsed.error, given);
  if (parsed.success && faults.length === 0) return parsed.data;
  throw badInput(`These training settings cannot be used: ${faults.join('; ')}.`, { faults });
}

/** Settings that were given and are not taken over, see {@link withDefaults}. */
function idle(given: TrainingSettingsInput, parsed: TrainingSettings): string[] {
  const what = parsed.relationModel === 'kg-bert' ? 'relationModel kg-bert' : `encoder ${parsed.encoder}`;
  return (['dimension', 'pooling'] as const)
    .filter((name) => given[name] !== undefined && parsed[name] === undefined)
    .map((name) => `${name}: ${what} leaves no choice of it, came ${given[name]}`);
}

/** Steps of a whole run of `batches` batches an epoch. */
export function stepsOf({ epochs, maxSteps }: TrainingSettings, batches: number): number {
  const bySteps = maxSteps ?? Infinity;
  const byEpochs = epochs === undefined ? Infinity : Math.max(1, Math.round(epochs * batches));
  return Math.min(bySteps, byEpochs);
}
