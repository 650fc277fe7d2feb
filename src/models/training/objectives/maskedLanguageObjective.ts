import { crossEntropy } from '../../blp/losses';
import { badInput } from '../../../shared/errors';
import type { MaskedLanguageHead, TextEncoder } from '../../encoders/textEncoder';
import { padBatch } from '../../encoders/tokenBatch';
import type { TripleBatch } from '../batches';
import { hideTokens } from '../hiddenTokens';
import type { GraphTokens } from '../tokens';
import type { BatchLoss, Objective, StepRandom } from './objective';

/** Guessing hidden tokens of the texts of a batch's entities. */
export class MaskedLanguageObjective implements Objective {
  private readonly head: MaskedLanguageHead;
  private readonly mask: number;

  /** @throws BAD_INPUT for an encoder without token states, or a tokenizer without a mask */
  constructor(encoder: TextEncoder) {
    const { maskedLanguage: head } = encoder;
    if (head?.mask === undefined) {
      throw badInput(
        'maskedLanguageWeight needs the encoder blp over a checkpoint whose tokenizer.json has the token [MASK]. ' +
          'Take another base checkpoint (KINDRED_BASE_ENCODER), or a weight of 0.',
      );
    }
    [this.head, this.mask] = [head, head.mask];
  }

  prepare({ entities }: TripleBatch, tokens: GraphTokens, random: StepRandom): BatchLoss {
    const { head, mask } = this;
    const batch = padBatch(Array.from(entities, (entity) => tokens.entities[entity]!));
    const { texts, positions, targets } = hideTokens(
      batch,
      { mask, ordinary: head.ordinary },
      random('masks'),
    );
    return (weights) => crossEntropy(head.logits(weights, texts, positions), targets);
  }
}
