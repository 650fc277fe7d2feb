import { trailOrder } from '../triples/trails';
import { batchCount, planEpoch } from './batches';
import { Random } from '../../shared/random';

/** The batch of each step of a run: epoch after epoch, each shuffled anew from the seed and its number. */
export class Epochs {
  readonly batchesPerEpoch: number;
  private readonly lengths: Int32Array;
  private current: { number: number; batches: Int32Array[] } | undefined;

  /**
   * @param triples `[n, 3]` row-major
   * @param tokens  ids of every entity's text
   * @param pads    whether texts of a batch are padded to the longest, so that texts of like length go together; where
   *                they are not, batches are of any triples
   */
  constructor(
    private readonly triples: Int32Array,
    private readonly tokens: readonly Int32Array[],
    private readonly batchSize: number,
    private readonly seed: number,
    pads: boolean,
    /** neighbours in the graph that go into a batch together; 1 for none */
    private readonly neighbourhood = 1,
  ) {
    const length = (row: number): number => (pads ? tokens[row]!.length : 0);
    this.lengths = Int32Array.from({ length: triples.length / 3 }, (_, i) =>
      Math.max(length(triples[i * 3]!), length(triples[i * 3 + 2]!)),
    );
    this.batchesPerEpoch = batchCount(this.lengths.length, batchSize);
  }

  /** Numbers of the triples of a step. */
  batch(step: number): Int32Array {
    const number = Math.floor(step / this.batchesPerEpoch);
    if (this.current?.number !== number) {
      const random = Random.of(this.seed, 'epoch', number);
      const { triples, tokens, neighbourhood: size } = this;
      const near = size > 1 ? { order: trailOrder(triples, tokens.length, random), size } : undefined;
      const batches = planEpoch(this.lengths, this.batchSize, random, near);
      this.current = { number, batches };
    }
    return this.current.batches[step % this.batchesPerEpoch]!;
  }
}
