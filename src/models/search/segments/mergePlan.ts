/** Segments of about one size that there are before they are merged: fewer make merging dear, more make asking slow. */
const most = 8;

/** Share of a segment's documents that may be gone before it is written anew without them. */
const mostGone = 0.25;

export interface Sizes {
  /** documents, with those that are gone */
  readonly count: number;
  readonly live: number;
}

/**
 * Which segments to merge next: those of about one size when there are many, so that a document is written again only
 * as often as the index grows eightfold; else one with much that is gone.
 *
 * @returns their places, or undefined where none needs it
 */
export function mergePlan(segments: readonly Sizes[]): number[] | undefined {
  const tiers = new Map<number, number[]>();
  segments.forEach(({ live }, place) => {
    const tier = Math.floor(Math.log(Math.max(live, 1)) / Math.log(most));
    tiers.set(tier, [...(tiers.get(tier) ?? []), place]);
  });
  for (const [, places] of [...tiers].sort(([a], [b]) => a - b)) if (places.length >= most) return places;
  const worn = segments.findIndex(({ count, live }) => count - live > mostGone * count);
  return worn < 0 ? undefined : [worn];
}
