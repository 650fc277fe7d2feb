import path from 'node:path';
import type { ModelCard } from '../../../models/blp';
import { type EncoderKind, padsTexts } from '../../../models/encoders';
import { batchCount } from '../../../models/training/batches';
import { parseTrainingSettings } from '../../../models/training';
import type { TrainedRow } from './rows';

/** Of the steps' triples through those of the graph. */
export function epochsOf({ steps, trainedOn, settings }: ModelCard): number {
  return steps / batchCount(trainedOn.triples, settings.batchSize);
}

/** What our system and its training have that the paper's have not. */
export function differencesOf({ own, settings: given }: TrainedRow, card: ModelCard, base: string): string[] {
  const { maxSteps: _steps, ...paper } = given;
  const wanted = parseTrainingSettings(paper).epochs!;
  const { encoder, dimension, settings } = card;
  // A lookup starts from nothing; a vector of one number is the score of kg-bert.
  const width = dimension === 1 ? undefined : `d = ${dimension}`;
  const start = encoder === 'lookup' ? width : [startOf(encoder, base), width].filter(Boolean).join(', ');
  const epochs = epochsOf(card);
  return [
    own,
    start,
    Math.abs(epochs - wanted) > 0.05 ? `${epochs.toFixed(1)} of ${wanted} epochs` : undefined,
    padsTexts(encoder) ? 'batches by length' : undefined,
    settings.precision === 'float32' ? undefined : settings.precision,
  ].filter((difference) => difference !== undefined);
}

/** What the encoder starts from, instead of the paper's. */
export function startOf(encoder: EncoderKind, base: string, theirs = 'BERT-base'): string {
  return `${path.basename(base)} for ${encoder.startsWith('glove') ? 'GloVe 6B, 300 values' : theirs}`;
}
