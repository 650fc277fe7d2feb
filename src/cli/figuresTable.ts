import { type Figures, type RankingFigures, rankKinds, settings } from '../models/evaluation';
import { count } from '../shared/terminal';
import { table } from './table';

interface Line {
  readonly name: string;
  readonly count: number;
  readonly figures: Figures;
}

/** Figures of all rankings in every setting, then those of each group, filtered and realistic. */
export function figuresTable({ all, groups }: RankingFigures, columns: number): string {
  const kinds = settings.flatMap((setting) => {
    const figures = all[setting];
    return figures
      ? rankKinds.map((kind) => ({ name: `${setting}, ${kind}`, count: all.count, figures: figures[kind] }))
      : [];
  });
  const parts = groups.map(({ name, figures }) => ({
    name,
    count: figures.count,
    figures: figures.filtered.realistic,
  }));
  const share = (name: keyof Figures) => ({
    title: name,
    value: ({ figures }: Line) => figures[name].toFixed(3),
    align: 'right' as const,
  });
  return table<Line>(
    [...kinds, ...parts],
    [
      { title: '', value: ({ name }) => name },
      { title: 'ranks', value: (line) => count(line.count), align: 'right' },
      ...(['mrr', 'hits@1', 'hits@3', 'hits@10', 'amrr'] as const).map(share),
      { title: 'mean rank', value: ({ figures }) => figures.meanRank.toFixed(1), align: 'right' },
    ],
    columns,
  );
}
