import type { TokenBatch } from '../tokenBatch';

/**
 * Token types of texts that are read together: the first text's are 0, the second's 1, the third's 0 again. Each text
 * ends with the separator, which belongs to it (Yao et al. 2019, section 3.2; of two texts it is Devlin et al. 2019).
 *
 * @returns `[rows * length]`
 */
export function alternatingTypes({ ids, lengths, rows, length }: TokenBatch, separator: number): Int32Array {
  const types = new Int32Array(rows * length);
  for (let row = 0; row < rows; row++) {
    let type = 0;
    for (let at = row * length; at < row * length + lengths[row]!; at++) {
      types[at] = type;
      if (ids[at] === separator) type = 1 - type;
    }
  }
  return types;
}
