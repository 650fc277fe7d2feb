import { VectorMemory } from '../../../src/models/candidates/vectorMemory';

describe('VectorMemory', () => {
  it('holds 4 GiB and no more, and says so', () => {
    const memory = new VectorMemory(4096);
    expect(memory.maxCapacity).toBe(262_140); // 2³² bytes less one page, at 16 KiB a row
    expect(() => memory.reserve(262_141)).toThrow(
      'The exact candidate search holds at most 262140 vectors of width 4096 (4 GiB); 262141 were asked for.',
    );
    memory.reserve(262_140);
    const vector = new Float32Array(4096).fill(0.5);
    memory.write(262_139, vector); // the last bytes WASM can address
    memory.setQuery(vector);
    expect(memory.read(262_139)).toEqual(vector);
    expect(memory.scan('dot', 262_139, 1)).toEqual(Float32Array.of(1024));
  });

  it('at least doubles when it grows', () => {
    const memory = new VectorMemory(16);
    memory.reserve(100_000);
    const { capacity } = memory;
    memory.reserve(capacity + 1);
    expect(memory.capacity).toBeGreaterThanOrEqual(2 * capacity);
  });

  it.each([0, 4097, 1.5, NaN])('refuses a width of %p', (dimension) => {
    expect(() => new VectorMemory(dimension)).toThrow('A vector of 1 to 4096 values was expected');
  });
});
