import { KindredError } from './errors';

/** Texts that wait for an encoder, up to a number: more are refused, so that a flood ends in clear answers. */
export class WaitingTexts {
  private waiting = 0;

  /** @param purpose as in "3 texts wait …" */
  constructor(
    private readonly most: number,
    private readonly purpose: string,
  ) {}

  /** @throws LIMIT_EXCEEDED before the work, when too many texts wait */
  async during<Result>(texts: number, work: () => Promise<Result>): Promise<Result> {
    const { most, purpose, waiting } = this;
    if (waiting + texts > most) {
      throw new KindredError(
        'LIMIT_EXCEEDED',
        `${waiting} texts wait ${purpose}; with ${texts} more they would be over ${most}. Try again later.`,
        { limit: most },
      );
    }
    this.waiting += texts;
    try {
      return await work();
    } finally {
      this.waiting -= texts;
    }
  }
}
