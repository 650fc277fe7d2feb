/** Bytes a value takes, for every type the format knows. */
const bytesPerValue = {
  ...{ F64: 8, F32: 4, F16: 2, BF16: 2, F8_E5M2: 1, F8_E4M3: 1 },
  ...{ I64: 8, I32: 4, I16: 2, I8: 1, U64: 8, U32: 4, U16: 2, U8: 1, BOOL: 1 },
};

export type Dtype = keyof typeof bytesPerValue;

export interface Entry {
  readonly name: string;
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  /** first byte, counted from the end of the header */
  readonly start: number;
  /** the byte after the last */
  readonly end: number;
}

/**
 * Entries of a safetensors header, in the order of their bytes.
 *
 * @param text      the JSON after the eight bytes of its length
 * @param dataBytes how many bytes follow the header
 * @throws Error saying what is wrong, in words that follow "the file is not usable:"
 */
export function parseHeader(text: string, dataBytes: number): Entry[] {
  const header: unknown = JSON.parse(text);
  if (!isRecord(header)) throw new Error('its header is not a JSON object');
  const entries = Object.entries(header)
    .filter(([name]) => name !== '__metadata__')
    .map(([name, value]) => parseEntry(name, value))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  refuseGapsAndOverlaps(entries, dataBytes);
  return entries;
}

function parseEntry(name: string, value: unknown): Entry {
  const title = `tensor ${JSON.stringify(name)}`;
  if (!isRecord(value)) throw new Error(`${title} has no description`);
  const { dtype, shape, data_offsets: offsets } = value;
  if (typeof dtype !== 'string' || !Object.hasOwn(bytesPerValue, dtype)) {
    throw new Error(`${title} is of the unknown type ${JSON.stringify(dtype)}`);
  }
  if (!isCountList(shape)) throw new Error(`${title} has the shape ${JSON.stringify(shape)}`);
  if (!isCountList(offsets) || offsets.length !== 2)
    throw new Error(`${title} has the offsets ${JSON.stringify(offsets)}`);
  const [start, end] = offsets as [number, number];
  const expected = shape.reduce((product, length) => product * length, bytesPerValue[dtype as Dtype]);
  if (end - start !== expected) {
    throw new Error(
      `${title} of type ${dtype} and shape [${shape.join(', ')}] cannot lie at bytes ${start} to ${end}`,
    );
  }
  return { name, dtype: dtype as Dtype, shape, start, end };
}

/** Tensors must tile the data exactly: overlaps would turn a small file into much memory, gaps can hide anything. */
function refuseGapsAndOverlaps(entries: readonly Entry[], dataBytes: number): void {
  let reached = 0;
  for (const { name, start, end } of entries) {
    if (start < reached) throw new Error(`tensor ${JSON.stringify(name)} overlaps the one before it`);
    if (start > reached) throw new Error(`bytes ${reached} to ${start} belong to no tensor`);
    reached = end;
  }
  if (reached !== dataBytes)
    throw new Error(`its tensors take ${reached} bytes, it has ${dataBytes} for them`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCountList(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && (item as number) >= 0);
}
