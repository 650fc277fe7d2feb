import type { SearchTableRow } from '../../services/experiments/reproduce';
import { table } from '../table';

interface Line {
  readonly row: string;
  readonly over: string;
  readonly queries: string;
  readonly figures: readonly string[];
  readonly p: string;
}

/** Table 5: all queries, and each type of them; the figures of words beside those of reranking. */
export function describeSearch(rows: readonly SearchTableRow[], columns: number): string {
  const told = table(
    rows.flatMap(linesOf),
    [
      { title: '', value: ({ row }: Line) => row },
      { title: 'over', value: ({ over }: Line) => over },
      { title: 'queries', value: ({ queries }: Line) => queries },
      ...['ndcg@10 (paper)', 'ndcg@100 (paper)', 'by words'].map((title, i) => ({
        title,
        value: ({ figures }: Line) => figures[i]!,
        align: 'right' as const,
      })),
      { title: 'p', value: ({ p }: Line) => p, align: 'right' as const },
    ],
    columns,
  );
  return [
    told,
    '',
    ...rows.map(({ row, over, differs }) => `${row} over ${over}: ${differs.join('; ')}.`),
  ].join('\n');
}

function linesOf({ row, over, groups, published }: SearchTableRow): Line[] {
  return groups.map(({ name, queries, words, reranked, tests }, i) => {
    const own = reranked ?? words;
    const ofPaper = (figure: 'ndcg@10' | 'ndcg@100') =>
      name === 'all' ? published?.[figure] : figure === 'ndcg@10' ? published?.byType?.[name] : undefined;
    const figure = (which: 'ndcg@10' | 'ndcg@100') =>
      `${own[which].toFixed(3)} (${ofPaper(which)?.toFixed(3) ?? '–'})`;
    return {
      ...(i === 0 ? { row, over } : { row: '', over: '' }),
      queries: `${name} (${queries})`,
      figures: [figure('ndcg@10'), figure('ndcg@100'), reranked ? words['ndcg@10'].toFixed(3) : '–'],
      p: tests ? tests['ndcg@10']!.p.toFixed(3) : '–',
    };
  });
}
