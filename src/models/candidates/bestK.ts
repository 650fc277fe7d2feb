import type { Candidate } from './candidateSearch';

/** The best `k` of the scores offered: a binary heap with the worst of them at its root. */
export class BestK {
  private readonly ids: string[] = [];
  private readonly scores: number[] = [];

  constructor(private readonly k: number) {}

  /** A score below this one cannot enter; an equal one can, by its id. */
  get floor(): number {
    return this.ids.length < this.k ? -Infinity : this.scores[0]!;
  }

  offer(id: string, score: number): void {
    if (this.ids.length < this.k) {
      this.ids.push(id);
      this.scores.push(score);
      this.rise(this.ids.length - 1);
    } else if (isWorse(this.scores[0]!, this.ids[0]!, score, id)) {
      this.ids[0] = id;
      this.scores[0] = score;
      this.sink(0);
    }
  }

  /** Best first. */
  ranked(): Candidate[] {
    return this.ids
      .map((id, i) => ({ id, score: this.scores[i]! }))
      .sort((a, b) => (isWorse(a.score, a.id, b.score, b.id) ? 1 : -1))
      .map(({ id, score }, i) => ({ id, score, rank: i + 1 }));
  }

  private rise(at: number): void {
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.worse(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private sink(at: number): void {
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.ids.length && this.worse(child, worst)) worst = child;
      }
      if (worst === at) return;
      this.swap(at, worst);
      at = worst;
    }
  }

  private worse(a: number, b: number): boolean {
    return isWorse(this.scores[a]!, this.ids[a]!, this.scores[b]!, this.ids[b]!);
  }

  private swap(a: number, b: number): void {
    [this.ids[a], this.ids[b]] = [this.ids[b]!, this.ids[a]!];
    [this.scores[a], this.scores[b]] = [this.scores[b]!, this.scores[a]!];
  }
}

function isWorse(score: number, id: string, otherScore: number, otherId: string): boolean {
  return score < otherScore || (score === otherScore && id > otherId);
}
