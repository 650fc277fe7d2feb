import type { Question } from '../blp/queries';
import type { Side } from '../blp/relationModels/relationModel';
import type { Rank } from '../metrics/ranking';

/** Which other true answers take part in a ranking: none (the field's usual figure), or all. */
export const settings = ['filtered', 'raw'] as const;

export type Setting = (typeof settings)[number];

/** A question with its true answer, an entity by row. */
export type Asked = Question & { readonly answer: number };

/** One of a ranking's counts for each of the two settings. */
interface Counts {
  /** candidates that score strictly higher than the true one */
  readonly better: Int32Array;
  /** other candidates that score the same */
  readonly equal: Int32Array;
  /** candidates, the true one included */
  readonly candidates: Int32Array;
}

/** Two rankings for each triple of a list: number 2i asks for the tail of triple i, number 2i + 1 for its head. */
export class Rankings {
  readonly size: number;
  private readonly counts: Readonly<Record<Setting, Counts>>;

  /**
   * @param triples `[n, 3]` row-major, those that are asked about
   * @param measured the settings that there are ranks for
   */
  constructor(
    readonly triples: Int32Array,
    readonly measured: readonly Setting[] = settings,
  ) {
    this.size = (triples.length / 3) * 2;
    const column = () => new Int32Array(this.size);
    const counts = (): Counts => ({ better: column(), equal: column(), candidates: column() });
    this.counts = { filtered: counts(), raw: counts() };
  }

  set(ranking: number, setting: Setting, better: number, equal: number, candidates: number): void {
    const counts = this.counts[setting];
    counts.better[ranking] = better;
    counts.equal[ranking] = equal;
    counts.candidates[ranking] = candidates;
  }

  /** The end that was known. */
  known(ranking: number): Side {
    return ranking % 2 === 0 ? 'head' : 'tail';
  }

  /** Number of the triple in the list. */
  triple(ranking: number): number {
    return ranking >> 1;
  }

  asked(ranking: number): Asked {
    const at = this.triple(ranking) * 3;
    const [head, relation, tail] = this.triples.subarray(at, at + 3) as unknown as [number, number, number];
    return this.known(ranking) === 'head'
      ? { side: 'head', relation, known: head, answer: tail }
      : { side: 'tail', relation, known: tail, answer: head };
  }

  rank(ranking: number, setting: Setting): Rank {
    const { better, equal } = this.counts[setting];
    const optimistic = better[ranking]! + 1;
    const ties = equal[ranking]!;
    return { optimistic, realistic: optimistic + ties / 2, pessimistic: optimistic + ties };
  }

  candidates(ranking: number, setting: Setting): number {
    return this.counts[setting].candidates[ranking]!;
  }
}
