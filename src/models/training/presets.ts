import { badInput, quoted } from '../../shared/errors';
import type { EncoderKind } from '../encoders/textEncoder';
import type { TrainingSettingsInput } from './settings';

/** The in-batch softmax, with a learning rate that grows over a tenth of the steps. */
const contrastive = {
  loss: 'contrastive',
  schedule: 'linear-warmup-decay',
  warmUpShare: 0.1,
  maxSteps: 1200,
  validation: { triples: 200, candidates: 5000 },
} as const;

/** For encoders that go over words: what is as cheap as these wants large batches. */
const ofWords = { ...contrastive, distance: 'l2', l2: 0, batchSize: 512 } as const;

/**
 * Settings for a graph of WordNet's size on two cores, chosen by trying: `be-bow` converges in about a minute and a
 * half, `blp` takes about 20 minutes with the encoding of all entities, twice that on a busy machine. `glove-bow` was
 * tried on WN18RR alone (41,000 entities), and so was `lookup`, with ComplEx; those of `be-dkrl` and `glove-dkrl` are the
 * bags' at a lower rate, untried at such sizes. They are not the paper's, which are the settings' defaults and take far
 * longer: the in-batch softmax learns from every entity of a batch where the margin loss samples 64 pairs.
 */
export const trainingPresets: Readonly<Record<EncoderKind, TrainingSettingsInput>> = {
  'be-bow': { encoder: 'be-bow', ...ofWords, learningRate: 3e-3 },
  'be-dkrl': { encoder: 'be-dkrl', ...ofWords, learningRate: 1e-3 },
  'glove-bow': { encoder: 'glove-bow', ...ofWords, learningRate: 3e-3 },
  'glove-dkrl': { encoder: 'glove-dkrl', ...ofWords, learningRate: 1e-3 },
  lookup: {
    ...{ encoder: 'lookup', relationModel: 'complex', ...contrastive },
    ...{ l2: 1e-3, batchSize: 1024, learningRate: 2e-2, maxSteps: 500 },
  },
  blp: {
    ...{ encoder: 'blp', pooling: 'mean', ...contrastive },
    ...{ learningRate: 1e-4, relationLearningRate: 3e-3 },
    validation: { triples: 200, candidates: 2000, every: 100 },
  },
};

/**
 * Settings on top of a preset's. What is given overrides the preset; so does an end of another kind: a preset's steps do
 * not cut short the epochs that somebody asks for.
 *
 * @throws BAD_INPUT for a preset that there is not
 */
export function onPreset(given: TrainingSettingsInput, preset: string | undefined): TrainingSettingsInput {
  if (preset === undefined) return given;
  if (preset !== 'quick') throw badInput(`preset: expected "quick", came ${quoted(preset)}.`);
  const own = (trainingPresets as Partial<typeof trainingPresets>)[given.encoder];
  if (!own) return given; // an unknown encoder: whoever reads the settings says so
  const { maxSteps, validation, ...rest } = own;
  return {
    ...{ ...rest, ...(given.epochs === undefined && { maxSteps }), ...given },
    validation: { ...validation, ...given.validation },
  };
}
