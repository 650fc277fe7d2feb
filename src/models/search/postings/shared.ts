type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** A copy in memory that threads share, so that a segment goes from one to another without being copied again. */
export function shared<T extends Numbers>(values: T): T {
  const make = values.constructor as new (buffer: SharedArrayBuffer) => T;
  const copy = new make(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
