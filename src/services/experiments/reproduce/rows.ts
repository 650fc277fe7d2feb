import type { TrainingSettingsInput } from '../../../models/training';
import { type DatasetName, inductive, type Published, transductive } from './published';

/** One system of a table: how it is trained, and what the paper reports of it. */
export interface Row {
  readonly name: string;
  readonly settings: TrainingSettingsInput;
  /** absent for systems that the paper does not have */
  readonly published?: Readonly<Record<DatasetName, Published>>;
  /** what is not the paper's about the system itself */
  readonly own?: string;
}

/** For the systems of our own: what they share. */
const contrastive = {
  encoder: 'blp',
  pooling: 'mean',
  loss: 'contrastive',
  learningRate: 1e-4,
  relationLearningRate: 3e-3,
  warmUpShare: 0.1,
} as const;

const ours: Readonly<Record<string, Omit<Row, 'name'>>> = {
  'be-bow-contrastive': {
    settings: {
      encoder: 'be-bow',
      loss: 'contrastive',
      distance: 'l2',
      l2: 0,
      batchSize: 512,
      learningRate: 3e-3,
      schedule: 'linear-warmup-decay',
      warmUpShare: 0.1,
    },
    own: 'in-batch softmax, L2 distance',
  },
  'blp-contrastive': { settings: contrastive, own: 'in-batch softmax, mean pooling' },
  'text-query': {
    settings: { ...contrastive, relationModel: 'text-query', dimension: 384 },
    own: 'queries read with the relation, in-batch softmax, mean pooling, d = 384',
  },
};

const inductiveRows: Readonly<Record<string, TrainingSettingsInput>> = {
  'glove-bow': { encoder: 'glove-bow' },
  'glove-dkrl': { encoder: 'glove-dkrl' },
  'be-bow': { encoder: 'be-bow' },
  'be-dkrl': { encoder: 'be-dkrl' },
  'blp-transe': { encoder: 'blp' },
  'blp-distmult': { encoder: 'blp', relationModel: 'distmult' },
  'blp-complex': { encoder: 'blp', relationModel: 'complex', l2: 1e-3 },
  'blp-simple': { encoder: 'blp', relationModel: 'simple' },
};

const lookup = {
  byAllOfBatch: { encoder: 'lookup', loss: 'contrastive', l2: 1e-3, batchSize: 1024, learningRate: 2e-2 },
  bySamples: { encoder: 'lookup', loss: 'nll', negativesFrom: 'graph', batchSize: 512, learningRate: 1e-2 },
} as const;

const transductiveRows: Readonly<Record<string, TrainingSettingsInput>> = {
  transe: lookup.bySamples,
  distmult: { ...lookup.byAllOfBatch, relationModel: 'distmult' },
  complex: { ...lookup.byAllOfBatch, relationModel: 'complex' },
  rotate: { ...lookup.bySamples, relationModel: 'rotate' },
  'be-bow': { encoder: 'be-bow' },
  'be-dkrl': { encoder: 'be-dkrl' },
  'bert-transe': { encoder: 'blp' },
  'bert-distmult': { encoder: 'blp', relationModel: 'distmult' },
  'kg-bert': { encoder: 'blp', relationModel: 'kg-bert' },
};

/** The tables that are made of link prediction, by their number in the paper. */
export const tables = { 3: rows(inductiveRows, inductive), 7: rows(transductiveRows, transductive) } as const;

export type TableNumber = keyof typeof tables;

function rows(
  systems: Readonly<Record<string, TrainingSettingsInput>>,
  published: Readonly<Record<string, Readonly<Record<DatasetName, Published>>>>,
): readonly Row[] {
  return [
    ...Object.entries(systems).map(([name, settings]) => ({
      ...{ name, settings, published: published[name] },
      own: settings.encoder === 'lookup' ? 'settings of our own, where the paper reports others' : undefined,
    })),
    ...Object.entries(ours).map(([name, row]) => ({ name, ...row })),
  ];
}
