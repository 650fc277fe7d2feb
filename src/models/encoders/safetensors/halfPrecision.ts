/** IEEE 754 binary16 to float32: 1 sign bit, 5 of the exponent (bias 15), 10 of the fraction. */
export function fromFloat16(halves: Uint16Array): Float32Array {
  return Float32Array.from(halves, (bits) => {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 0x1f;
    const fraction = bits & 0x3ff;
    if (exponent === 0) return sign * fraction * 2 ** -24;
    if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
    return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}

/** bfloat16 to float32, whose upper half it is. */
export function fromBfloat16(halves: Uint16Array): Float32Array {
  return new Float32Array(Uint32Array.from(halves, (bits) => bits << 16).buffer);
}
