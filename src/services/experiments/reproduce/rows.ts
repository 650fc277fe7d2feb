import type { UntrainedKind } from '../../../models/encoders';
import type { TrainingSettingsInput } from '../../../models/training';
import {
  classFigures,
  classification,
  inductive,
  linkFigures,
  type PublishedTable,
  transductive,
} from './published';

interface RowBase {
  readonly name: string;
  /** absent for systems that the paper does not have */
  readonly published?: PublishedTable[string];
  /** what is not the paper's about the system itself */
  readonly own?: string;
}

/** A system that is trained before it is measured. */
export interface TrainedRow extends RowBase {
  readonly settings: TrainingSettingsInput;
}

/** What an encoder says of a text before any training. */
export interface UntrainedRow extends RowBase {
  readonly untrained: UntrainedKind;
}

export type Row = TrainedRow | UntrainedRow;

/** One table of the paper. */
export interface Table {
  /** the split that its systems are trained on */
  readonly kind: 'inductive' | 'transductive';
  /** what is measured: links, or classes of entities */
  readonly task: 'links' | 'classes';
  /** names of its figures */
  readonly figures: readonly string[];
  readonly rows: readonly Row[];
}

/** For the systems of our own: what they share. */
const contrastive = {
  encoder: 'blp',
  pooling: 'mean',
  loss: 'contrastive',
  learningRate: 3e-4,
  relationLearningRate: 3e-3,
  warmUpShare: 0.1,
} as const;

const ours: Readonly<Record<string, Omit<TrainedRow, 'name'>>> = {
  kepler: {
    settings: { encoder: 'blp', loss: 'nll', gamma: 4, maskedLanguageWeight: 1 },
    own: 'the paper has it on Wikidata5M alone',
  },
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
  // Tried for 400 steps: the rates 1e-4 and 3e-4 end at a validation MRR of .403 and .411 among 2,000 candidates, 3e-4
  // with neighbours together at .398.
  'blp-contrastive': { settings: contrastive, own: 'in-batch softmax, mean pooling' },
  'text-query': {
    // Tried for 400 steps: the rates 1e-4, 3e-4 and 6e-4 end at a validation MRR of .357, .510 and .503 among 2,000
    // candidates; neighbours together at .296 among all, where triples from anywhere end at .259.
    settings: {
      ...contrastive,
      ...{ relationModel: 'text-query', dimension: 384, neighbourhood: 8 },
    },
    own: 'queries read with the relation, in-batch softmax, neighbours in a batch, mean pooling, d = 384',
  },
};

const inductiveRows: Readonly<Record<string, TrainingSettingsInput>> = {
  'glove-bow': { encoder: 'glove-bow' },
  'glove-dkrl': { encoder: 'glove-dkrl' },
  'be-bow': { encoder: 'be-bow' },
  'be-dkrl': { encoder: 'be-dkrl' },
  'blp-transe': { encoder: 'blp' },
  'blp-distmult': { encoder: 'blp', relationModel: 'distmult' },
  'blp-complex': { encoder: 'blp', relationModel: 'complex' },
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

const untrainedRows: Readonly<Record<string, UntrainedKind>> = {
  'glove-avg': 'glove-bow',
  'be-avg': 'be-bow',
  'sentence-encoder': 'blp',
};

/** The tables of the paper, by their number in it. */
export const tables = {
  3: {
    ...{ kind: 'inductive', task: 'links', figures: linkFigures },
    rows: trained(inductiveRows, inductive),
  },
  4: {
    ...{ kind: 'inductive', task: 'classes', figures: classFigures },
    rows: [
      ...Object.entries(untrainedRows).map(([name, untrained]) => ({
        ...{ name, untrained, published: classification[name] },
      })),
      ...trained(inductiveRows, classification),
    ],
  },
  7: {
    ...{ kind: 'transductive', task: 'links', figures: linkFigures },
    rows: trained(transductiveRows, transductive),
  },
} as const satisfies Record<number, Table>;

export type TableNumber = keyof typeof tables;

/** The systems of the paper, and those of our own. */
function trained(
  systems: Readonly<Record<string, TrainingSettingsInput>>,
  published: PublishedTable,
): readonly TrainedRow[] {
  return [
    ...Object.entries(systems).map(([name, settings]) => ({
      ...{ name, settings, published: published[name] },
      own: settings.encoder === 'lookup' ? 'settings of our own, where the paper reports others' : undefined,
    })),
    ...Object.entries(ours).map(([name, row]) => ({ name, ...row })),
  ];
}
