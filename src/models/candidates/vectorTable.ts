import { badInput, KindredError } from '../../shared/errors';
import { allFinite, checkVector, normalizeRows } from '../../shared/vectors';
import { BestK } from './bestK';
import type { Candidate, SearchQuery } from './candidateSearch';
import { blockRows, VectorMemory } from './vectorMemory';

/** Vectors by id with exact search over all of them: what `CandidateSearch` promises, in the calling thread. */
export class VectorTable {
  private readonly ids: string[] = [];
  private readonly rows = new Map<string, number>();
  private readonly memory: VectorMemory;

  constructor(readonly dimension: number) {
    this.memory = new VectorMemory(dimension);
  }

  get size(): number {
    return this.ids.length;
  }

  upsert(ids: readonly string[], vectors: Float32Array): void {
    if (vectors.length !== ids.length * this.dimension) {
      throw new KindredError(
        'INTERNAL',
        `${ids.length} vectors of width ${this.dimension} were expected; ${vectors.length} values came.`,
      );
    }
    const vector = (i: number) => vectors.subarray(i * this.dimension, (i + 1) * this.dimension);
    ids.forEach((id, i) => checkVector(vector(i), this.dimension, id));
    this.memory.reserve(this.size + new Set(ids.filter((id) => !this.rows.has(id))).size);
    ids.forEach((id, i) => this.memory.write(this.rows.get(id) ?? this.append(id), vector(i)));
  }

  /** The last row takes the place of a removed one, so that the rows stay without gaps. */
  remove(ids: readonly string[]): void {
    for (const id of ids) {
      const row = this.rows.get(id);
      if (row === undefined) continue;
      this.rows.delete(id);
      const last = this.ids.pop()!;
      if (last === id) continue;
      this.memory.copy(this.size, row);
      this.ids[row] = last;
      this.rows.set(last, row);
    }
  }

  vectorOf(id: string): Float32Array | undefined {
    const row = this.rows.get(id);
    return row === undefined ? undefined : this.memory.read(row);
  }

  top(query: SearchQuery, k: number, exclude: ReadonlySet<string> = new Set()): Candidate[] {
    if (!Number.isInteger(k) || k < 1)
      throw badInput(`A positive number of candidates was expected, not ${k}.`);
    this.memory.setQuery(this.checkedQuery(query));
    const best = new BestK(Math.min(k, this.size));
    for (let start = 0; start < this.size; start += blockRows) {
      const scores = this.memory.scan(query.metric, start, Math.min(blockRows, this.size - start));
      for (let i = 0; i < scores.length; i++) {
        const score = scores[i]!;
        if (score < best.floor) continue;
        const id = this.ids[start + i]!;
        if (Number.isNaN(score)) throw noNumber(id);
        if (!exclude.has(id)) best.offer(id, score);
      }
    }
    return best.ranked();
  }

  scores(query: SearchQuery, ids: readonly string[]): Float32Array {
    this.memory.setQuery(this.checkedQuery(query));
    return Float32Array.from(ids, (id) => {
      const row = this.rows.get(id);
      if (row === undefined) return NaN;
      const score = this.memory.scan(query.metric, row, 1)[0]!;
      if (Number.isNaN(score)) throw noNumber(id);
      return score;
    });
  }

  lacking(ids: readonly string[]): string[] {
    return ids.filter((id) => !this.rows.has(id));
  }

  private append(id: string): number {
    this.rows.set(id, this.ids.length);
    return this.ids.push(id) - 1;
  }

  private checkedQuery({ vector, metric }: SearchQuery): Float32Array {
    if (metric === 'cosine') {
      checkVector(vector, this.dimension, 'the query');
      return normalizeRows(vector.slice(), this.dimension);
    }
    const finite = allFinite(vector);
    if (vector.length !== this.dimension || !finite) {
      throw new KindredError(
        'INTERNAL',
        `A query of ${this.dimension} finite values was expected; ${vector.length} came${finite ? '' : ', not all finite'}.`,
      );
    }
    return vector;
  }
}

function noNumber(id: string): KindredError {
  return new KindredError(
    'INTERNAL',
    `The score of ${id} is not a number: the query or its vector is too large.`,
  );
}
