import { Random } from '../../shared/random';
import { selectTriples, triplesOf } from '../triples/incidence';
import { sampleTriples } from '../triples/sampleTriples';
import type { TrainingData } from './data';
import type { TrainingSettings } from './settings';

/** Triples to train on and triples to validate with, both `[n, 3]` row-major. */
export interface Split {
  readonly training: Int32Array;
  readonly validation: Int32Array;
}

/** At most this share of the triples is taken from training. */
const largestShare = 0.1;

/**
 * Keep some triples from training so that validation measures what a new entity will meet.
 *
 * `entities`: entities are drawn until their triples with the rest suffice, and nothing that mentions them is trained
 * on. `triples`: triples are drawn, and every triple that joins the same two entities goes with them (graphs like
 * WordNet hold each fact in both directions, so the other one would give the answer away), unless that leaves one of the
 * two without a triple: it would be a new entity.
 *
 * Where the data bring triples to validate with, these are sampled and nothing is kept from training.
 *
 * On graphs of few triples there may be fewer than asked for, or none.
 */
export function holdOut(data: TrainingData, { validation, seed }: TrainingSettings): Split {
  if (data.validation)
    return {
      training: data.triples,
      validation: sampleTriples(data.validation, validation.triples, Random.of(seed, 'held out')),
    };
  const count = data.triples.length / 3;
  const limit = Math.floor(count * largestShare);
  if (validation.triples === 0 || limit === 0)
    return { training: data.triples, validation: new Int32Array(0) };
  const random = Random.of(seed, 'held out');
  const draw = validation.heldOut === 'entities' ? drawEntities : drawTriples;
  const kept = new Uint8Array(count).fill(1);
  const asked = draw(
    { ...data, touching: triplesOf(data.triples, data.entityIds.length) },
    kept,
    validation.triples,
    limit,
    random,
  );
  return {
    training: selectTriples(
      data.triples,
      Array.from({ length: count }, (_, i) => i).filter((i) => kept[i] === 1),
    ),
    validation: selectTriples(data.triples, asked),
  };
}

interface Graph extends TrainingData {
  /** the numbers of the triples that mention an entity */
  readonly touching: (entity: number) => Int32Array;
}

/**
 * Draw the triples to validate with.
 *
 * @param kept   `[triples]` 1 where the triple stays in training; those that go become 0
 * @param wanted how many to draw, and `limit`: how many may go from training
 * @returns numbers of the triples to validate with
 */
type Draw = (graph: Graph, kept: Uint8Array, wanted: number, limit: number, random: Random) => number[];

const drawEntities: Draw = ({ entityIds, triples, touching }, kept, wanted, limit, random) => {
  const held = new Uint8Array(entityIds.length);
  const asked: number[] = [];
  // An entity with very many triples would cost training more than it tells.
  let left = Math.min(limit, 4 * wanted);
  for (const entity of random.shuffle(Int32Array.from(entityIds.keys()))) {
    const own = touching(entity).filter((triple) => kept[triple] === 1);
    if (own.length === 0 || own.length > left) continue;
    left -= own.length;
    held[entity] = 1;
    for (const triple of own) kept[triple] = 0;
    asked.push(...own.filter((triple) => triples[triple * 3] !== triples[triple * 3 + 2]));
    if (asked.length >= wanted) break;
  }
  return asked.slice(0, wanted);
};

const drawTriples: Draw = ({ triples, touching }, kept, wanted, limit, random) => {
  const asked: number[] = [];
  let left = limit;
  const hasOthers = (entity: number, joining: Int32Array) =>
    touching(entity).some((other) => kept[other] === 1 && !joining.includes(other));
  for (const triple of random.shuffle(Int32Array.from(kept.keys()))) {
    if (asked.length >= wanted || left === 0) break;
    const [head, tail] = [triples[triple * 3]!, triples[triple * 3 + 2]!];
    const joining = touching(head).filter(
      (other) => kept[other] === 1 && (triples[other * 3] === tail || triples[other * 3 + 2] === tail),
    );
    if (kept[triple] === 0 || head === tail || joining.length > left) continue;
    if (!hasOthers(head, joining) || !hasOthers(tail, joining)) continue;
    left -= joining.length;
    for (const other of joining) kept[other] = 0;
    asked.push(triple);
  }
  return asked;
};
