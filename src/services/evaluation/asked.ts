import type { Database } from '../../graph/database';
import { countStored } from '../../graph/triples';
import { countEntitiesWithoutVector } from '../../graph/vectors';
import type { NamedTriple } from '../../models/blp/heldOut';
import { drawCandidates } from '../../models/evaluation';
import type { KnownTriples } from '../../models/triples/knownTriples';
import { sampleTriples } from '../../models/triples/sampleTriples';
import { badInput } from '../../shared/errors';
import { Random } from '../../shared/random';
import type { EvaluatedGraph } from './graph';
import type { LeftOut } from './report';
import type { EvaluationParameters } from './settings';

export interface Asked {
  /** `[n, 3]` row-major: what is asked about */
  readonly triples: Int32Array;
  /** rows of the entities that true ones are ranked among */
  readonly candidates: Int32Array;
  /** held-out triples of the relations asked about */
  readonly heldOut: number;
  readonly leftOut: LeftOut;
}

export interface AskedRequest {
  readonly db: Database;
  /** property of the model's vectors */
  readonly property: string;
  readonly parameters: EvaluationParameters;
  readonly graph: EvaluatedGraph;
  /** the graph's triples */
  readonly known: KnownTriples;
  readonly heldOut: readonly NamedTriple[];
}

/**
 * Of the triples that training held out those to ask about, and the entities to rank among.
 *
 * @throws BAD_INPUT where nothing is left to ask about
 */
export async function choose({
  db,
  property,
  parameters,
  graph,
  known,
  heldOut,
}: AskedRequest): Promise<Asked> {
  const { triples: wanted, candidates, relations, seed } = parameters;
  const meant = relations ? heldOut.filter(({ relation }) => relations.includes(relation)) : heldOut;
  const relationRows = new Map(graph.relationIds.map((id, row) => [id, row]));
  const stored: number[] = [];
  const vectorless: NamedTriple[] = [];
  for (const triple of meant) {
    const [head, tail] = [graph.rows.get(triple.head), graph.rows.get(triple.tail)];
    const relation = relationRows.get(triple.relation);
    if (head === undefined || tail === undefined) vectorless.push(triple);
    else if (relation !== undefined && known.has(head, relation, tail)) stored.push(head, relation, tail);
  }
  const triplesWithoutVector = vectorless.length > 0 ? await countStored(db, vectorless) : 0;
  const leftOut: LeftOut = {
    deletedTriples: meant.length - stored.length / 3 - triplesWithoutVector,
    triplesWithoutVector,
    entitiesWithoutVector: await countEntitiesWithoutVector(db, property),
  };
  if (stored.length === 0) throw nothingToAsk(heldOut.length, meant.length, leftOut);
  const draw = (what: string) => Random.of(seed, `evaluated ${what}`);
  const all = Int32Array.from(stored);
  const triples = wanted === null ? all : sampleTriples(all, wanted, draw('triples'));
  const entities = graph.entityIds.length;
  return {
    ...{ triples, leftOut, heldOut: meant.length },
    candidates: drawCandidates(triples, entities, candidates ?? entities, draw('candidates')),
  };
}

function nothingToAsk(heldOut: number, meant: number, leftOut: LeftOut): Error {
  const { deletedTriples, triplesWithoutVector } = leftOut;
  const why =
    meant === 0
      ? 'none is of the relations asked for'
      : `${deletedTriples} are no longer in the graph, and ${triplesWithoutVector} have an entity without a vector`;
  const advice =
    meant === 0
      ? 'Ask for others, or for all.'
      : 'Train the model again, or evaluate it when its vectors are there.';
  return badInput(`Of the ${heldOut} triples that training held out ${why}. ${advice}`, {
    heldOut,
    ...leftOut,
  });
}
