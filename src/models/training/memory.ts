import os from 'node:os';
import { badInput } from '../../shared/errors';
import { wordEmbeddings } from '../encoders/bert/bertConfig';
import type { TextEncoder } from '../encoders/textEncoder';
import type { TrainingSettings } from './settings';

/** Tensors of the largest shape that a step holds at once: values, saved inputs, gradients. */
const copies = 4;

/**
 * Refuse a batch that this machine cannot hold: TensorFlow ends a process that runs out of memory in the middle of a
 * step, and a step cannot be cancelled.
 *
 * @throws BAD_INPUT with what would be needed
 */
export function checkMemory(
  settings: TrainingSettings,
  encoder: Pick<TextEncoder, 'dimension' | 'weightShapes'>,
  entities: number,
): void {
  const needed = copies * 4 * largestTensor(settings, encoder, entities);
  const limit = process.constrainedMemory();
  const available = Math.min(os.totalmem(), limit > 0 ? limit : Infinity);
  if (needed <= available) return;
  const gib = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  const { loss, batchSize, negatives } = settings;
  const pairs = loss === 'contrastive' ? '' : ` and ${negatives} negatives each`;
  throw badInput(
    `A step of ${batchSize} triples${pairs} needs about ${gib(needed)} of memory; this machine has ${gib(available)}. ` +
      'Train with a smaller batchSize' +
      (pairs ? ' or fewer negatives.' : '.'),
    { batchSize, negatives, needed, available },
  );
}

/**
 * Floats: every negative's vector for the losses over pairs, every query with every entity for the contrastive one,
 * every token's inner state, four times as wide as the state, where triples are read.
 */
function largestTensor(
  { relationModel, loss, batchSize, negatives, maxLength }: TrainingSettings,
  { dimension, weightShapes }: Pick<TextEncoder, 'dimension' | 'weightShapes'>,
  entities: number,
): number {
  if (loss === 'contrastive') return 2 * batchSize * Math.min(2 * batchSize, entities);
  const readsTriples = relationModel === 'kg-bert';
  const width = readsTriples ? 4 * maxLength * weightShapes[wordEmbeddings]![1]! : dimension;
  return batchSize * (readsTriples ? 1 + negatives : negatives) * width;
}
