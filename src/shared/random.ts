import { KindredError } from './errors';

/**
 * Pseudo-random numbers that every machine draws alike: xoshiro128** (Blackman and Vigna, 2018), seeded by a path.
 *
 * A path names what the numbers are for (`Random.of(seed, 'negatives', step)`), so the stream of a step follows
 * from its number alone and a resumed run draws what the unbroken run would have drawn.
 */
export class Random {
  private constructor(private readonly state: Uint32Array) {}

  static of(seed: number, ...path: readonly (string | number)[]): Random {
    let hash = fnv1a(JSON.stringify([seed, ...path]));
    const state = new Uint32Array(4);
    for (let i = 0; i < 4; i++) {
      hash = (hash + 0x9e3779b9) >>> 0;
      state[i] = mix(hash);
    }
    return new Random(state);
  }

  /** Uniform in 0 … 2³² − 1. */
  next(): number {
    const s = this.state;
    const result = Math.imul(rotateLeft(Math.imul(s[1]!, 5), 7), 9) >>> 0;
    const shifted = s[1]! << 9;
    s[2]! ^= s[0]!;
    s[3]! ^= s[1]!;
    s[1]! ^= s[2]!;
    s[0]! ^= s[3]!;
    s[2]! ^= shifted;
    s[3] = rotateLeft(s[3]!, 11);
    return result;
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    return this.next() / 2 ** 32;
  }

  /** Uniform in 0 … bound − 1, without bias (draws that fall in the incomplete last stretch are drawn again). */
  below(bound: number): number {
    if (!(bound >= 1)) throw new KindredError('INTERNAL', `Nothing can be drawn from 0 … ${bound} − 1.`);
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const draw = this.next();
      if (draw < limit) return draw % bound;
    }
  }

  /** Fisher–Yates, in place. */
  shuffle<T extends { length: number; [index: number]: number }>(items: T): T {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const kept = items[i]!;
      items[i] = items[j]!;
      items[j] = kept;
    }
    return items;
  }
}

function rotateLeft(value: number, bits: number): number {
  return ((value << bits) | (value >>> (32 - bits))) >>> 0;
}

/** The finaliser of MurmurHash3: every input bit reaches every output bit. */
function mix(value: number): number {
  let x = value;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
