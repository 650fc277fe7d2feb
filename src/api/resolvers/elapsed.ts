/** Milliseconds since `start` (of `performance.now()`), to a tenth. */
export function elapsed(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10;
}
