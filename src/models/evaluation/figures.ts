import { adjustedMeanReciprocalRank, meanRank, type Rank, rankingMetrics } from '../metrics/ranking';
import type { Rankings, Setting } from './rankings';

/** How a tie counts; `realistic`, the mean of the two others, is what tables show. */
export const rankKinds = ['realistic', 'optimistic', 'pessimistic'] as const satisfies (keyof Rank)[];

export type RankKind = (typeof rankKinds)[number];

export type Figures = Record<'mrr' | 'hits@1' | 'hits@3' | 'hits@10' | 'meanRank' | 'amrr', number>;

/** Figures of some rankings, by setting and by kind of rank; raw ones only where other answers were ranked too. */
export interface FiguresOf {
  readonly count: number;
  readonly filtered: Record<RankKind, Figures>;
  readonly raw?: Record<RankKind, Figures>;
}

/** @param chosen numbers of the rankings to look at */
export function figuresOf(rankings: Rankings, chosen: readonly number[]): FiguresOf {
  const of = (setting: Setting) => {
    const candidates = chosen.map((ranking) => rankings.candidates(ranking, setting));
    const byKind = rankKinds.map((kind) => {
      const ranks = chosen.map((ranking) => rankings.rank(ranking, setting)[kind]);
      const amrr = adjustedMeanReciprocalRank(ranks, candidates);
      return [kind, { ...rankingMetrics(ranks), meanRank: meanRank(ranks), amrr }] as const;
    });
    return [setting, Object.fromEntries(byKind)] as const;
  };
  const bySetting = Object.fromEntries(rankings.measured.map(of)) as Omit<FiguresOf, 'count'>;
  return { count: chosen.length, ...bySetting };
}
