import { type FiguresOf, figuresOf } from './figures';
import type { Group } from './groups';
import type { Rankings } from './rankings';

/** What rankings come to: all of them, and each group. */
export interface RankingFigures {
  readonly all: FiguresOf;
  readonly groups: readonly GroupFigures[];
}

export interface GroupFigures {
  /** what the rankings are grouped by: "side" */
  readonly by: string;
  readonly name: string;
  readonly figures: FiguresOf;
}

/** @param grouped groups, by what they are grouped by */
export function reportOf(
  rankings: Rankings,
  grouped: Readonly<Record<string, readonly Group[]>>,
): RankingFigures {
  return {
    all: figuresOf(rankings, [...Array(rankings.size).keys()]),
    groups: Object.entries(grouped).flatMap(([by, groups]) =>
      groups.map(({ name, members }) => ({ by, name, figures: figuresOf(rankings, members) })),
    ),
  };
}
