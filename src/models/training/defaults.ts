import type { RelationModelKind } from '../blp/relationModels/relationModel';
import type { EncoderKind } from '../encoders/textEncoder';

/** Those of all encoders. */
export const commonDefaults: CommonDefaults = {
  negatives: 64,
  negativesFrom: 'batch',
  batchSize: 64,
  maxLength: 32,
  warmUpShare: 0.2,
  validation: { triples: 200, candidates: 2000 },
};

/**
 * Settings whose defaults follow from the encoder: those the authors released (Daza et al. 2021, section 4). They released
 * none for `lookup`, whose figures they report from others: it has the rate that Kingma and Ba (2015) give for Adam, and
 * the epochs of the other encoders without a transformer.
 */
export const encoderDefaults = {
  blp: {
    l2: 0,
    learningRate: 2e-5,
    schedule: 'linear-warmup-decay',
    epochs: 40,
    shape: { dimension: 128, pooling: 'cls' },
  },
  'be-bow': { l2: 1e-2, learningRate: 1e-4, schedule: 'none', epochs: 80, shape: {} },
  'be-dkrl': { l2: 1e-2, learningRate: 1e-4, schedule: 'none', epochs: 80, shape: { dimension: 128 } },
  'glove-bow': { l2: 1e-2, learningRate: 1e-3, schedule: 'none', epochs: 80, shape: {} },
  'glove-dkrl': { l2: 1e-3, learningRate: 1e-4, schedule: 'none', epochs: 80, shape: { dimension: 128 } },
  lookup: { l2: 0, learningRate: 1e-3, schedule: 'none', epochs: 80, shape: { dimension: 128 } },
} as const satisfies Record<EncoderKind, object>;

/** What the authors released for an encoder together with a relation model, where it is not the encoder's own. */
export const pairDefaults: Partial<Record<EncoderKind, Partial<Record<RelationModelKind, { l2: number }>>>> =
  {
    blp: { complex: { l2: 1e-3 } },
  };

/** The losses, the default first. */
export const lossKinds = ['margin', 'nll', 'bce', 'contrastive'] as const;

type LossKind = (typeof lossKinds)[number];

/** What differs with a relation model: the losses that it takes, the default first, and the defaults of other settings. */
export const modelDefaults: Partial<Record<RelationModelKind, ModelDefaults>> = {
  'text-query': { losses: ['contrastive'], settings: { l2: 0 } },
  // Those of Yao et al. 2019, section 4, and of their code: 32 texts a step are 5 triples, each with 5 corrupted ones.
  'kg-bert': {
    losses: ['bce', 'nll', 'margin'],
    settings: {
      l2: 0,
      learningRate: 5e-5,
      warmUpShare: 0.1,
      epochs: 5,
      batchSize: 5,
      negatives: 5,
      negativesFrom: 'graph',
      maxLength: 50,
      shape: { pooling: 'cls' },
      validation: { triples: 50, candidates: 50 },
    },
  },
};

interface CommonDefaults {
  readonly negatives: number;
  readonly negativesFrom: 'batch' | 'graph';
  readonly batchSize: number;
  readonly maxLength: number;
  readonly warmUpShare: number;
  readonly validation: { readonly triples: number; readonly candidates: number };
}

interface ModelDefaults {
  readonly losses: readonly LossKind[];
  readonly settings: Partial<CommonDefaults> & {
    readonly l2: number;
    readonly learningRate?: number;
    readonly epochs?: number;
    readonly shape?: VectorShape;
  };
}

/** The part of the settings that only some encoders have. */
export interface VectorShape {
  readonly dimension?: number;
  readonly pooling?: 'cls' | 'mean';
}

/** The losses that a relation model is trained with, the default first. */
export function lossesOf(relationModel: RelationModelKind): readonly LossKind[] {
  return modelDefaults[relationModel]?.losses ?? lossKinds;
}
