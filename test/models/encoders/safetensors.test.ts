import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import {
  readSafetensors,
  type StoredTensor,
  writeSafetensors,
} from '../../../src/models/encoders/safetensors';
import type { KindredError } from '../../../src/shared/errors';
import { tinyEncoder } from '../../support/baseEncoder';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-safetensors-'));
const file = path.join(folder, 'weights.safetensors');
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A file of the given header and as many data bytes. */
function write(header: unknown, dataBytes: number): void {
  const json = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  fs.writeFileSync(file, Buffer.concat([length, json, Buffer.alloc(dataBytes)]));
}

function fault(): KindredError {
  try {
    readSafetensors(file);
  } catch (error) {
    return error as KindredError;
  }
  throw new Error('the file was read');
}

const tensor = fc.array(fc.nat({ max: 4 }), { maxLength: 3 }).chain((shape) => {
  const size = shape.reduce((product, length) => product * length, 1);
  const values = fc.array(fc.float(), { minLength: size, maxLength: size });
  return values.map((data): StoredTensor => ({ shape, data: Float32Array.from(data) }));
});

describe('safetensors', () => {
  it('gives back what was written, bit for bit, whatever the names', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), tensor, { maxKeys: 6 }), (tensors) => {
        fc.pre(!('__metadata__' in tensors));
        writeSafetensors(file, tensors);
        const read = readSafetensors(file);
        expect(Object.keys(read).sort()).toEqual(Object.keys(tensors).sort());
        for (const [name, { shape, data }] of Object.entries(tensors)) {
          expect(read[name]!.shape).toEqual(shape);
          expect(Buffer.from(read[name]!.data.buffer)).toEqual(Buffer.from(data.buffer));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('reads only what is wanted', () => {
    writeSafetensors(file, {
      a: { shape: [1], data: Float32Array.of(1) },
      b: { shape: [1], data: Float32Array.of(2) },
    });
    expect(Object.keys(readSafetensors(file, (name) => name === 'b'))).toEqual(['b']);
    expect(readSafetensors(file, (name) => name === 'b')['b']!.data[0]).toBe(2);
  });

  it('widens half precisions and leaves indices out', () => {
    const halves = Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x7c00, 0x7bff);
    const header = {
      __metadata__: { format: 'pt' },
      f: { dtype: 'F16', shape: [5], data_offsets: [0, 10] },
      b: { dtype: 'BF16', shape: [2], data_offsets: [10, 14] },
      i: { dtype: 'I64', shape: [1], data_offsets: [14, 22] },
    };
    write(header, 22);
    const bytes = fs.readFileSync(file);
    Buffer.from(halves.buffer).copy(bytes, bytes.length - 22);
    Buffer.from(Uint16Array.of(0x3f80, 0xc040).buffer).copy(bytes, bytes.length - 12);
    fs.writeFileSync(file, bytes);
    const read = readSafetensors(file);
    expect(Object.keys(read)).toEqual(['f', 'b']);
    expect([...read['f']!.data]).toEqual([1, -2, 2 ** -24, Infinity, 65504]);
    expect([...read['b']!.data]).toEqual([1, -3]);
  });

  const f32 = (shape: unknown, offsets: unknown) => ({ dtype: 'F32', shape, data_offsets: offsets });
  it.each<[string, unknown, number, string]>([
    ['no JSON', '{"a":', 0, 'JSON'],
    ['a list', [], 0, 'its header is not a JSON object'],
    ['an entry that is text', { a: 'x' }, 0, 'tensor "a" has no description'],
    [
      'an unknown type',
      { a: { dtype: 'F31', shape: [1], data_offsets: [0, 4] } },
      4,
      'is of the unknown type "F31"',
    ],
    [
      "a type out of JavaScript's own names",
      { a: { dtype: 'toString', shape: [], data_offsets: [0, 0] } },
      0,
      'unknown type',
    ],
    ['a negative length', { a: f32([-1], [0, 4]) }, 4, 'tensor "a" has the shape [-1]'],
    ['a shape that is no list', { a: f32('1', [0, 4]) }, 4, 'has the shape "1"'],
    ['one offset', { a: f32([1], [0]) }, 4, 'has the offsets [0]'],
    ['too few bytes for the shape', { a: f32([2], [0, 4]) }, 4, 'cannot lie at bytes 0 to 4'],
    [
      'a shape beyond all numbers',
      { a: f32([2 ** 52, 2 ** 52, 0], [0, 4]) },
      4,
      'cannot lie at bytes 0 to 4',
    ],
    ['offsets that run backwards', { a: f32([1], [4, 0]) }, 4, 'cannot lie at bytes 4 to 0'],
    ['values beyond the end', { a: f32([1], [4, 8]) }, 4, 'bytes 0 to 4 belong to no tensor'],
    ['missing values', { a: f32([2], [0, 8]) }, 4, 'its tensors take 8 bytes, it has 4 for them'],
    [
      'overlapping tensors',
      { a: f32([2], [0, 8]), b: f32([1], [4, 8]) },
      8,
      'tensor "b" overlaps the one before it',
    ],
    ['bytes of no tensor', { a: f32([1], [0, 4]) }, 8, 'its tensors take 4 bytes, it has 8 for them'],
  ])('refuses %s, naming the file and the fault', (_, header, dataBytes, message) => {
    write(header, dataBytes);
    const error = fault();
    expect(error.code).toBe('CORRUPT_FILE');
    expect(error.message).toContain(`${file} is not a usable safetensors file: `);
    expect(error.message).toContain(message);
  });

  it('refuses a header longer than the file, an empty file, a missing one', () => {
    fs.writeFileSync(file, Buffer.alloc(16, 0xff));
    expect(fault().message).toContain('its header claims 18446744073709552000 bytes, it has 16');
    fs.writeFileSync(file, '');
    expect(fault().message).toContain('it has 0 bytes');
    fs.rmSync(file);
    expect(fault().message).toContain('no such file');
    expect(fault().code).toBe('CORRUPT_FILE');
  });

  it('never fails but with CORRUPT_FILE on damaged bytes', () => {
    const whole = fs.readFileSync(path.join(tinyEncoder, 'model.safetensors'));
    const damage = fc.array(fc.tuple(fc.nat({ max: 4000 }), fc.nat({ max: 255 })), {
      minLength: 1,
      maxLength: 8,
    });
    const length = fc.oneof(fc.constant(whole.length), fc.nat({ max: whole.length }));
    let refused = 0;
    fc.assert(
      fc.property(damage, length, (changes, kept) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        fs.writeFileSync(file, bytes.subarray(0, kept));
        try {
          readSafetensors(file);
        } catch (error) {
          expect(error).toMatchObject({ name: 'KindredError', code: 'CORRUPT_FILE' });
          refused++;
        }
      }),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(250);
  });

  it('leaves the old file whole when writing fails', () => {
    writeSafetensors(file, { a: { shape: [1], data: Float32Array.of(1) } });
    const wrong = { a: { shape: [2], data: Float32Array.of(1) } };
    expect(() => writeSafetensors(file, wrong)).toThrow('The tensor a of shape [2] has 1 values.');
    expect(readSafetensors(file)['a']!.data[0]).toBe(1);
    expect(fs.readdirSync(folder)).toEqual(['weights.safetensors']);
  });
});
