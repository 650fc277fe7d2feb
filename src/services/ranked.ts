import type { Candidate } from '../models/candidates/candidateSearch';
import { badInput } from '../shared/errors';

export interface Ranked {
  readonly entityId: string;
  /** higher is better; which scale depends on the model */
  readonly score: number;
  /** 1 for the best */
  readonly rank: number;
}

export function ranked(candidates: readonly Candidate[]): Ranked[] {
  return candidates.map(({ id, score, rank }) => ({ entityId: id, score, rank }));
}

/** Most candidates that one request may ask for. */
const most = 1_000;

export function checkFirst(first: number): void {
  if (Number.isInteger(first) && first >= 1 && first <= most) return;
  throw badInput(`"first" must be a whole number from 1 to ${most}; ${first} came.`, { first, most });
}
