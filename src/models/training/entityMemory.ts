import type { StoredTensor } from '../encoders';
import type { KnownTriples } from '../triples/knownTriples';
import type { TripleBatch } from './batches';

/** Entities of earlier batches as they were encoded then, with the queries of this batch that they truly answer. */
export interface Remembered {
  /** `[M, d]` row-major */
  readonly vectors: Float32Array;
  /** `[2B, M]` row-major in the order of `Negatives.queries`: 1 where the entity answers the query, else 0 */
  readonly masked: Float32Array;
}

/**
 * The entities that were encoded last, up to a number. The encoder changes slowly, so their vectors still serve as
 * wrong answers that cost no encoding: the contrastive loss sees thousands of them instead of a batch's hundred.
 *
 * Source: Wang et al. 2020, "Cross-Batch Memory for Embedding Learning"; SimKGC's pre-batch negatives (Wang et al. 2022,
 * section 3.3) are the same for one or two batches.
 */
export class EntityMemory {
  private readonly ids: Int32Array;
  private readonly vectors: Float32Array;
  /** entities ever taken in; the place of the next is this modulo the size */
  private taken = 0;

  /** @param stored what {@link state} gave */
  constructor(
    readonly size: number,
    private readonly dimension: number,
    stored: Readonly<Record<string, StoredTensor>> = {},
  ) {
    this.ids = new Int32Array(size).fill(-1);
    this.vectors = new Float32Array(size * dimension);
    const { ids, vectors } = stored;
    if (ids && vectors) {
      this.ids.set(Int32Array.from(ids.data));
      this.vectors.set(vectors.data);
      this.taken = stored['taken']!.data[0]!;
    }
  }

  /** @param vectors `[U, d]` row-major */
  add(entities: Int32Array, vectors: Float32Array): void {
    entities.forEach((entity, row) => {
      const place = this.taken++ % this.size;
      this.ids[place] = entity;
      this.vectors.set(
        vectors.subarray(row * this.dimension, (row + 1) * this.dimension),
        place * this.dimension,
      );
    });
  }

  /** @returns undefined while nothing is remembered */
  recall(batch: TripleBatch, known: KnownTriples): Remembered | undefined {
    const count = Math.min(this.taken, this.size);
    if (count === 0) return undefined;
    const places = new Map<number, number[]>();
    for (let place = 0; place < count; place++) {
      const entity = this.ids[place]!;
      const own = places.get(entity);
      if (own) own.push(place);
      else places.set(entity, [place]);
    }
    const triples = batch.heads.length;
    const masked = new Float32Array(2 * triples * count);
    for (let query = 0; query < 2 * triples; query++) {
      const side = query < triples ? 'head' : 'tail';
      const given = (side === 'head' ? batch.heads : batch.tails)[query % triples]!;
      const relation = batch.relations[query % triples]!;
      for (const answer of known.answers(side, batch.entities[given]!, relation))
        for (const place of places.get(answer) ?? []) masked[query * count + place] = 1;
    }
    return { vectors: this.vectors.slice(0, count * this.dimension), masked };
  }

  /** Copies of everything that later steps depend on. */
  state(): Record<string, StoredTensor> {
    const { size, dimension } = this;
    return {
      ids: { shape: [size], data: Float32Array.from(this.ids) }, // whole numbers below 2²⁴ are exact
      vectors: { shape: [size, dimension], data: this.vectors.slice() },
      taken: {
        shape: [1],
        data: Float32Array.of((this.taken % this.size) + (this.taken >= this.size ? this.size : 0)),
      },
    };
  }
}
