/** A document that somebody may mean who has typed the beginning of a name. */
export interface Suggested {
  readonly segment: number;
  readonly document: number;
  readonly edits: number;
  /** characters of the entry that what was typed is taken for */
  readonly reach: number;
  /** place in `entryKinds` */
  readonly kind: number;
  readonly popularity: number;
  /** of the entry, in bytes */
  readonly length: number;
}

/**
 * The best suggestions so far, each document once, as it fits best. A letter begins ten thousand names: what cannot be
 * among the best is left without a trace.
 */
export class BestSuggestions {
  /** the best first */
  private readonly best: Suggested[] = [];

  constructor(
    private readonly most: number,
    private readonly idOf: (suggested: Suggested) => string,
  ) {}

  get all(): readonly Suggested[] {
    return this.best;
  }

  /** Whether a suggestion would be among the best so far, or as good as the last of them. */
  couldEnter(own: Fit): boolean {
    return this.best.length < this.most || compareFits(own, this.best[this.most - 1]!) <= 0;
  }

  offer(own: Suggested): void {
    const { best, most } = this;
    if (best.length === most && !this.isBefore(own, best[most - 1]!)) return;
    const known = best.findIndex(
      ({ segment, document }) => segment === own.segment && document === own.document,
    );
    if (known >= 0) {
      if (!this.isBefore(own, best[known]!)) return;
      best.splice(known, 1);
    }
    let [low, high] = [0, best.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isBefore(best[middle]!, own)) low = middle + 1;
      else high = middle;
    }
    best.splice(low, 0, own);
    if (best.length > most) best.pop();
  }

  private isBefore(a: Suggested, b: Suggested): boolean {
    const order = compareFits(a, b);
    return order < 0 || (order === 0 && this.idOf(a) < this.idOf(b));
  }
}

/** All that an order follows from but the id. */
type Fit = Omit<Suggested, 'segment' | 'document'>;

/** The better first. */
function compareFits(a: Fit, b: Fit): number {
  return (
    a.edits - b.edits ||
    b.reach - a.reach ||
    a.kind - b.kind ||
    b.popularity - a.popularity ||
    a.length - b.length
  );
}
