/**
 * Scores of rows of a float32 matrix against a query, 128 bits at a time (AssemblyScript, compiled to WASM SIMD).
 *
 * Rows follow each other, `width` floats each; `width` is a multiple of 16, filled up with zeros (which change none
 * of the scores), so that a row is whole cache lines and the loops have no rest. `query` is filled up likewise.
 * `scores` takes one float32 a row, higher is better. Sums run in one fixed order: equal input, equal bits.
 */

/** −‖query − row‖₁ */
export function l1(query: usize, matrix: usize, rows: u32, width: u32, scores: usize): void {
  const bytes: usize = (<usize>width) << 2;
  let row = matrix;
  for (let r: u32 = 0; r < rows; r++) {
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    let c = f32x4.splat(0);
    let d = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 64) {
      a = f32x4.add(a, f32x4.abs(f32x4.sub(v128.load(row + at), v128.load(query + at))));
      b = f32x4.add(b, f32x4.abs(f32x4.sub(v128.load(row + at, 16), v128.load(query + at, 16))));
      c = f32x4.add(c, f32x4.abs(f32x4.sub(v128.load(row + at, 32), v128.load(query + at, 32))));
      d = f32x4.add(d, f32x4.abs(f32x4.sub(v128.load(row + at, 48), v128.load(query + at, 48))));
    }
    store<f32>(scores + ((<usize>r) << 2), -sum(a, b, c, d));
    row += bytes;
  }
}

/** −‖query − row‖₂ */
export function l2(query: usize, matrix: usize, rows: u32, width: u32, scores: usize): void {
  const bytes: usize = (<usize>width) << 2;
  let row = matrix;
  for (let r: u32 = 0; r < rows; r++) {
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    let c = f32x4.splat(0);
    let d = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 64) {
      a = f32x4.add(a, square(f32x4.sub(v128.load(row + at), v128.load(query + at))));
      b = f32x4.add(b, square(f32x4.sub(v128.load(row + at, 16), v128.load(query + at, 16))));
      c = f32x4.add(c, square(f32x4.sub(v128.load(row + at, 32), v128.load(query + at, 32))));
      d = f32x4.add(d, square(f32x4.sub(v128.load(row + at, 48), v128.load(query + at, 48))));
    }
    store<f32>(scores + ((<usize>r) << 2), -sqrt(sum(a, b, c, d)));
    row += bytes;
  }
}

/** −Σ|z|, where z are the complex numbers that the components of query − row are in twos */
export function modulus(query: usize, matrix: usize, rows: u32, width: u32, scores: usize): void {
  const bytes: usize = (<usize>width) << 2;
  const zero = f32x4.splat(0);
  let row = matrix;
  for (let r: u32 = 0; r < rows; r++) {
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 64) {
      const first = square(f32x4.sub(v128.load(row + at), v128.load(query + at)));
      const second = square(f32x4.sub(v128.load(row + at, 16), v128.load(query + at, 16)));
      const third = square(f32x4.sub(v128.load(row + at, 32), v128.load(query + at, 32)));
      const fourth = square(f32x4.sub(v128.load(row + at, 48), v128.load(query + at, 48)));
      a = f32x4.add(a, moduli(first, second));
      b = f32x4.add(b, moduli(third, fourth));
    }
    store<f32>(scores + ((<usize>r) << 2), -sum(a, b, zero, zero));
    row += bytes;
  }
}

/** query · row */
export function dot(query: usize, matrix: usize, rows: u32, width: u32, scores: usize): void {
  const bytes: usize = (<usize>width) << 2;
  let row = matrix;
  for (let r: u32 = 0; r < rows; r++) {
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    let c = f32x4.splat(0);
    let d = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 64) {
      a = f32x4.add(a, f32x4.mul(v128.load(row + at), v128.load(query + at)));
      b = f32x4.add(b, f32x4.mul(v128.load(row + at, 16), v128.load(query + at, 16)));
      c = f32x4.add(c, f32x4.mul(v128.load(row + at, 32), v128.load(query + at, 32)));
      d = f32x4.add(d, f32x4.mul(v128.load(row + at, 48), v128.load(query + at, 48)));
    }
    store<f32>(scores + ((<usize>r) << 2), sum(a, b, c, d));
    row += bytes;
  }
}

/** query · row / ‖row‖₂: the cosine, where the query has length 1 */
export function cosine(query: usize, matrix: usize, rows: u32, width: u32, scores: usize): void {
  const bytes: usize = (<usize>width) << 2;
  let row = matrix;
  for (let r: u32 = 0; r < rows; r++) {
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    let c = f32x4.splat(0);
    let d = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 32) {
      const x = v128.load(row + at);
      const y = v128.load(row + at, 16);
      a = f32x4.add(a, f32x4.mul(x, v128.load(query + at)));
      b = f32x4.add(b, f32x4.mul(y, v128.load(query + at, 16)));
      c = f32x4.add(c, square(x));
      d = f32x4.add(d, square(y));
    }
    const zero = f32x4.splat(0);
    const length = sqrt(sum(c, d, zero, zero));
    store<f32>(scores + ((<usize>r) << 2), sum(a, b, zero, zero) / length);
    row += bytes;
  }
}

function square(x: v128): v128 {
  return f32x4.mul(x, x);
}

/** Square roots of the sums of neighbours in `a` and in `b`. */
function moduli(a: v128, b: v128): v128 {
  return f32x4.sqrt(f32x4.add(v128.shuffle<f32>(a, b, 0, 2, 4, 6), v128.shuffle<f32>(a, b, 1, 3, 5, 7)));
}

function sum(a: v128, b: v128, c: v128, d: v128): f32 {
  const all = f32x4.add(f32x4.add(a, b), f32x4.add(c, d));
  return (
    f32x4.extract_lane(all, 0) +
    f32x4.extract_lane(all, 1) +
    (f32x4.extract_lane(all, 2) + f32x4.extract_lane(all, 3))
  );
}
