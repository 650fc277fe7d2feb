/** One report on a long step. `total` is absent where it cannot be known. */
export interface Progress {
  /** what is being done, in a few words: "importing triples" */
  readonly stage: string;
  readonly done: number;
  readonly total?: number;
  /** of `done`, what an earlier attempt has done */
  readonly before?: number;
  /** what is counted: "triples", "steps" */
  readonly unit: string;
  /** loss, MRR and the like at this moment */
  readonly metrics?: Readonly<Record<string, number>>;
}

export type OnProgress = (progress: Progress) => void;

export const noProgress: OnProgress = () => {};
