import type { EncoderKind } from '../encoders/textEncoder';
import type { TrainingSettingsInput } from './settings';

/**
 * Settings for a graph of WordNet's size on two cores, chosen by trying: `be-bow` converges in about a minute and a
 * half, `blp` takes about 20 minutes with the encoding of all entities, twice that on a busy machine. `glove-bow` was
 * tried on WN18RR alone (41,000 entities), and so was `lookup`, with ComplEx; those of `be-dkrl` and `glove-dkrl` are the
 * bags' at a lower rate, untried at such sizes. They are not the paper's, which are the settings' defaults and take far
 * longer: the in-batch softmax learns from every entity of a batch where the margin loss samples 64 pairs.
 */
export const trainingPresets: Readonly<Record<EncoderKind, TrainingSettingsInput>> = {
  'be-bow': {
    encoder: 'be-bow',
    loss: 'contrastive',
    distance: 'l2',
    l2: 0,
    batchSize: 512,
    learningRate: 3e-3,
    schedule: 'linear-warmup-decay',
    warmUpShare: 0.1,
    maxSteps: 1200,
    validation: { triples: 200, candidates: 5000 },
  },
  'be-dkrl': {
    encoder: 'be-dkrl',
    loss: 'contrastive',
    distance: 'l2',
    l2: 0,
    batchSize: 512,
    learningRate: 1e-3,
    schedule: 'linear-warmup-decay',
    warmUpShare: 0.1,
    maxSteps: 1200,
    validation: { triples: 200, candidates: 5000 },
  },
  'glove-bow': {
    encoder: 'glove-bow',
    loss: 'contrastive',
    distance: 'l2',
    l2: 0,
    batchSize: 512,
    learningRate: 3e-3,
    schedule: 'linear-warmup-decay',
    warmUpShare: 0.1,
    maxSteps: 1200,
    validation: { triples: 200, candidates: 5000 },
  },
  'glove-dkrl': {
    encoder: 'glove-dkrl',
    loss: 'contrastive',
    distance: 'l2',
    l2: 0,
    batchSize: 512,
    learningRate: 1e-3,
    schedule: 'linear-warmup-decay',
    warmUpShare: 0.1,
    maxSteps: 1200,
    validation: { triples: 200, candidates: 5000 },
  },
  lookup: {
    encoder: 'lookup',
    relationModel: 'complex',
    loss: 'contrastive',
    l2: 1e-3,
    batchSize: 1024,
    learningRate: 2e-2,
    schedule: 'linear-warmup-decay',
    warmUpShare: 0.1,
    maxSteps: 500,
    validation: { triples: 200, candidates: 5000 },
  },
  blp: {
    encoder: 'blp',
    loss: 'contrastive',
    pooling: 'mean',
    learningRate: 1e-4,
    relationLearningRate: 3e-3,
    warmUpShare: 0.1,
    maxSteps: 1200,
    validation: { triples: 200, candidates: 2000, every: 100 },
  },
};
