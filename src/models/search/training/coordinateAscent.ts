import { setImmediate as nextTurn } from 'node:timers/promises';
import { Random } from '../../../shared/random';
import { type Field, fields } from '../document';
import { type Bm25fParameters, leastWeight } from '../ranking/bm25f';

/** One of the numbers that are tuned, and how it is read and set. */
interface Coordinate {
  readonly name: string;
  readonly of: (parameters: Bm25fParameters) => number;
  readonly with: (parameters: Bm25fParameters, value: number) => Bm25fParameters;
  readonly tried: (value: number) => readonly number[];
}

const factors = [0.25, 0.5, 0.7, 0.85, 1.2, 1.4, 2, 4] as const;
const shares = Array.from({ length: 11 }, (_, i) => i / 10);

/** Bounds that keep a search by factors from running away. */
const leastK1 = 0.01;
const mostK1 = 100;
const mostWeight = 1000;

const coordinates: readonly Coordinate[] = [
  {
    name: 'k1',
    of: ({ k1 }) => k1,
    with: (parameters, k1) => ({ ...parameters, k1 }),
    tried: (value) => factors.map((factor) => Math.min(mostK1, Math.max(leastK1, value * factor))),
  },
  ...fields.flatMap((field): Coordinate[] => [
    {
      name: `weight of ${field}`,
      of: ({ weight }) => weight[field],
      with: (parameters, value) => ({ ...parameters, weight: { ...parameters.weight, [field]: value } }),
      tried: (value) => [leastWeight, ...factors.map((factor) => weightWithin(value, factor))],
    },
    {
      name: `b of ${field}`,
      of: ({ b }) => b[field],
      with: (parameters, value) => ({ ...parameters, b: { ...parameters.b, [field]: value } }),
      tried: () => shares,
    },
  ]),
];

/** From the least weight, factors would take many rounds to get anywhere. */
function weightWithin(value: number, factor: number): number {
  const from = value > leastWeight ? value : 0.1;
  return Math.min(mostWeight, Math.max(leastWeight, from * factor));
}

/** An improvement that is worth another round: less is noise of the judgments. */
const least = 1e-5;

export interface AscentOptions {
  readonly start: Bm25fParameters;
  /** what is made as high as can be */
  readonly objective: (parameters: Bm25fParameters) => number;
  /** further beginnings that are drawn, against the nearest summit not being the highest */
  readonly restarts?: number;
  /** rounds over all coordinates at most, of each beginning */
  readonly rounds?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal;
  /** told after each round */
  readonly onRound?: (round: {
    readonly start: number;
    readonly round: number;
    readonly best: number;
  }) => void;
}

export interface Ascent {
  readonly parameters: Bm25fParameters;
  readonly objective: number;
}

/**
 * The weights, the length normalisations and k₁ of BM25F that do best, one number after another in an order that is
 * drawn, as long as that helps (Metzler and Croft 2007, "Linear feature-based models for information retrieval", section
 * 4; the "CA" of BM25F-CA). Deterministic for a seed.
 *
 * @throws the signal's reason, between two numbers
 */
export async function coordinateAscent({
  start,
  objective,
  restarts = 2,
  rounds = 20,
  seed = 0,
  signal,
  onRound,
}: AscentOptions): Promise<Ascent> {
  const climb = async (from: Bm25fParameters, number: number): Promise<Ascent> => {
    const random = Random.of(seed, 'coordinates', number);
    let best = { parameters: from, objective: objective(from) };
    for (let round = 1; round <= rounds; round++) {
      const before = best.objective;
      for (const place of random.shuffle(Int32Array.from(coordinates.keys()))) {
        best = step(coordinates[place]!, best, objective);
        await nextTurn(); // signals come between turns
        signal?.throwIfAborted();
      }
      onRound?.({ start: number, round, best: best.objective });
      if (best.objective - before < least) break;
    }
    return best;
  };
  const starts = [
    start,
    ...Array.from({ length: restarts }, (_, i) => drawn(start, Random.of(seed, 'starts', i))),
  ];
  let highest: Ascent | undefined;
  for (const [number, from] of starts.entries()) {
    const summit = await climb(from, number);
    if (!highest || summit.objective > highest.objective) highest = summit;
  }
  return highest!;
}

function step(
  { of, with: set, tried }: Coordinate,
  best: Ascent,
  objective: (p: Bm25fParameters) => number,
): Ascent {
  const value = of(best.parameters);
  return tried(value)
    .filter((other) => other !== value)
    .reduce((found, other) => {
      const parameters = set(best.parameters, other);
      const reached = objective(parameters);
      return reached > found.objective ? { parameters, objective: reached } : found;
    }, best);
}

function drawn(start: Bm25fParameters, random: Random): Bm25fParameters {
  const each = (draw: () => number) =>
    Object.fromEntries(fields.map((field) => [field, draw()])) as Record<Field, number>;
  return {
    ...start,
    k1: 0.2 + 4 * random.uniform(),
    weight: each(() => 10 ** (2 * random.uniform() - 1)),
    b: each(() => random.uniform()),
  };
}
