/** Lists one after another. */
export function concat(arrays: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const array of arrays) {
    joined.set(array, end);
    end += array.length;
  }
  return joined;
}
