import fc from 'fast-check';
import { thinned, thinnedTexts } from '../../../src/models/training/thinning';
import { Random } from '../../../src/shared/random';

describe('a thinned text', () => {
  it('has some of its tokens in their order, with the first and the last', () => {
    const tokens = fc
      .uniqueArray(fc.nat(10_000), { minLength: 1, maxLength: 40 })
      .map((ids) => Int32Array.from(ids));
    fc.assert(
      fc.property(tokens, fc.double({ min: 0, max: 0.9, noNaN: true }), fc.nat(100), (text, share, seed) => {
        const found = thinned(text, share, Random.of(seed, 'tokens'));
        const places = Array.from(found, (id) => text.indexOf(id));
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        expect([found[0], found.at(-1)]).toEqual([text[0], text.at(-1)]);
        if (share === 0) expect(found).toEqual(text);
      }),
    );
  });

  it('loses the share that was asked for', () => {
    const text = new Int32Array(10_000);
    expect(thinned(text, 0.2, Random.of(1, 'tokens')).length / 10_000).toBeCloseTo(0.8, 1);
  });

  it('is drawn for the entities of a batch alone', () => {
    const texts = [Int32Array.of(1, 2, 3), Int32Array.of(4, 5, 6), Int32Array.of(7)];
    const found = thinnedTexts(texts, Int32Array.of(2, 0), 0.5, Random.of(0, 'tokens'));
    expect([found[1], found[2]]).toEqual([undefined, texts[2]]);
    expect(thinnedTexts(texts, Int32Array.of(0), 0, Random.of(0, 'tokens'))).toBe(texts);
  });
});
