import { tf } from '../../backend';
import { pairLoss } from '../../blp/losses';
import type { TextEncoder } from '../../encoders/textEncoder';
import { padBatch } from '../../encoders/tokenBatch';
import type { KnownTriples } from '../../triples/knownTriples';
import type { TripleBatch } from '../batches';
import { corruptTriples } from '../corruptedTriples';
import type { TrainingSettings } from '../settings';
import { type GraphTokens, tripleTokens } from '../tokens';
import type { BatchLoss, Objective, StepRandom } from './objective';

/** Telling triples of the graph from corrupted ones, each read as a whole (Yao et al. 2019, equation 3). */
export class TripleObjective implements Objective {
  /** @param entities those that corrupted triples are made with, by row */
  constructor(
    private readonly encoder: TextEncoder,
    private readonly settings: TrainingSettings,
    private readonly known: KnownTriples,
    private readonly entities: Int32Array,
  ) {}

  prepare(
    { entities, heads, relations, tails }: TripleBatch,
    tokens: GraphTokens,
    random: StepRandom,
  ): BatchLoss {
    const { negatives, filterNegatives } = this.settings;
    const triples = Int32Array.from({ length: heads.length * 3 }, (_, i) => {
      const triple = Math.floor(i / 3);
      return [entities[heads[triple]!]!, relations[triple]!, entities[tails[triple]!]!][i % 3]!;
    });
    const corrupted = corruptTriples(triples, {
      perTriple: negatives,
      entities: this.entities,
      random: random('negatives'),
      known: filterNegatives ? this.known : undefined,
    });
    const texts = padBatch([
      ...tripleTokens(this.encoder, tokens, triples),
      ...tripleTokens(this.encoder, tokens, corrupted.triples),
    ]);
    const count = heads.length;
    return (weights) => {
      const logits = this.encoder.embed(weights, texts);
      const scores = {
        positive: tf.reshape<tf.Rank.R1>(tf.slice(logits, [0, 0], [count, 1]), [count]),
        negative: tf.reshape<tf.Rank.R2>(tf.slice(logits, [count, 0]), [count, negatives]),
        weights: tf.tensor2d(corrupted.weights, [count, negatives]),
      };
      return pairLoss(scores, this.settings);
    };
  }
}
