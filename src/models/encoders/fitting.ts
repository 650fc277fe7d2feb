/**
 * How much of each part is kept so that all fit: the longest loses first, as the truncation of text pairs in BERT's
 * released code does, but computed at once.
 *
 * @param lengths of the parts
 * @param limit   what they may take together; at least one a part is kept
 * @returns lengths, each at most its own
 */
export function fitting(lengths: readonly number[], limit: number): number[] {
  const total = (cap: number): number => lengths.reduce((sum, length) => sum + Math.min(length, cap), 0);
  let cap = Math.max(1, ...lengths);
  while (cap > 1 && total(cap) > limit) cap--;
  // What one less each leaves over goes to the first of those that were cut.
  let left = limit - total(cap);
  return lengths.map((length) => {
    if (length <= cap || left <= 0) return Math.min(length, cap);
    left--;
    return cap + 1;
  });
}
