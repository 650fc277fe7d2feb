/** A document of a segment with its score. */
export interface Scored {
  readonly segment: number;
  readonly document: number;
  readonly score: number;
}

/** Sums of bounds and sums of scores are rounded apart; a bound this much higher is still one. */
const rounding = 1 + 1e-12;

/** The best documents so far, at most `most`: a heap with the worst first. */
export class TopDocuments {
  private readonly heap: Scored[] = [];

  /**
   * @param most   1 or more
   * @param before of documents with equal scores, whether the first stands before the second
   */
  constructor(
    private readonly most: number,
    private readonly before: (a: Scored, b: Scored) => boolean,
  ) {}

  /** Whether a document with a score of at most `bound` could still be among the best. */
  couldEnter(bound: number): boolean {
    return this.heap.length < this.most ? bound > 0 : bound * rounding >= this.heap[0]!.score;
  }

  offer(found: Scored): void {
    const { heap } = this;
    if (heap.length < this.most) {
      heap.push(found);
      this.rise(heap.length - 1);
    } else if (this.isBetter(found, heap[0]!)) {
      heap[0] = found;
      this.sink(0);
    }
  }

  /** The best first. */
  sorted(): Scored[] {
    return [...this.heap].sort((a, b) => (this.isBetter(a, b) ? -1 : 1));
  }

  private isBetter(a: Scored, b: Scored): boolean {
    return a.score === b.score ? this.before(a, b) : a.score > b.score;
  }

  private rise(from: number): void {
    const { heap } = this;
    for (let i = from; i > 0;) {
      const parent = (i - 1) >> 1;
      if (!this.isBetter(heap[parent]!, heap[i]!)) return;
      [heap[parent], heap[i]] = [heap[i]!, heap[parent]!];
      i = parent;
    }
  }

  private sink(from: number): void {
    const { heap } = this;
    for (let i = from; ;) {
      let worst = i;
      for (const child of [2 * i + 1, 2 * i + 2]) {
        if (child < heap.length && this.isBetter(heap[worst]!, heap[child]!)) worst = child;
      }
      if (worst === i) return;
      [heap[worst], heap[i]] = [heap[i]!, heap[worst]!];
      i = worst;
    }
  }
}
