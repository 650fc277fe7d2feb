import path from 'node:path';
import { readCard } from '../../../models/blp';
import type { Features } from '../classification';
import { differencesOf, epochsOf, startOf } from './differences';
import type { Row } from './rows';
import { type RowContext, trainRow } from './trainRow';

/** Tokens of a text that an encoder without training reads. */
const untrainedLength = 32;

/** Of systems that are trained: how long, and the folder with model, reports and curve. */
export interface TrainedOf {
  readonly steps: number;
  readonly epochs: number;
  readonly folder: string;
}

/** What a row's vectors are made by, and what that has which the paper's have not. */
export interface RowEncoder {
  readonly features: Features;
  readonly differs: readonly string[];
  readonly trained?: TrainedOf;
}

/** An encoder as it comes, or one that is trained now, or was before. */
export async function rowEncoder(row: Row, context: RowContext): Promise<RowEncoder> {
  const { baseEncoder } = context;
  if ('untrained' in row) {
    const encoder = row.untrained;
    const base = baseEncoder(encoder);
    const theirs = encoder === 'blp' ? 'SBERT-NLI-base' : undefined;
    return {
      features: { encoder, base, maxLength: untrainedLength },
      differs: [startOf(encoder, base, theirs)],
    };
  }
  const model = await trainRow(row, context);
  const { card } = readCard(model);
  return {
    features: { model },
    differs: differencesOf(row, card, baseEncoder(card.encoder)),
    trained: { steps: card.steps, epochs: epochsOf(card), folder: path.dirname(model) },
  };
}
