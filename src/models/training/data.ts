import { createHash } from 'node:crypto';
import { badInput } from '../../shared/errors';
import { counted } from '../../shared/terminal';

/** A graph to train on, without its texts. Triples speak of entities and relations by their row number in the lists. */
export interface TrainingGraph {
  readonly entityIds: readonly string[];
  readonly relationIds: readonly string[];
  /** `[triples, 3]` row-major: head, relation, tail */
  readonly triples: Int32Array;
  /** `[triples, 3]` triples to validate with, about entities that `triples` do not mention; drawn from these otherwise */
  readonly validation?: Int32Array;
}

/** A graph to train on. */
export interface TrainingData extends TrainingGraph {
  /** `texts[i]` is the text of `entityIds[i]` */
  readonly texts: readonly string[];
  /** `relationTexts[i]` is the text of `relationIds[i]`, for models that read it */
  readonly relationTexts: readonly string[];
}

/** @throws BAD_INPUT for lists of unequal length, row numbers out of range, an entity without a text, fewer than 2 triples */
export function checkTrainingData(data: TrainingData): void {
  const { entityIds, texts, relationIds, relationTexts, triples, validation = new Int32Array(0) } = data;
  if (texts.length !== entityIds.length || relationTexts.length !== relationIds.length) {
    throw badInput(
      `There are ${counted(entityIds.length, 'entity')} and ${counted(texts.length, 'text')}, ` +
        `${counted(relationIds.length, 'relation')} and ${counted(relationTexts.length, 'text')}; each needs one text.`,
    );
  }
  const silent = texts.findIndex((text) => text.trim() === '');
  if (silent >= 0) {
    throw badInput(
      `Entity ${JSON.stringify(entityIds[silent])} has no text. Give it a name or a description.`,
      { id: entityIds[silent] },
    );
  }
  if (triples.length % 3 !== 0 || triples.length < 6) {
    throw badInput(
      `The graph has ${counted(Math.floor(triples.length / 3), 'triple')}; training needs at least 2. Import or add some.`,
    );
  }
  for (const list of [triples, validation]) {
    for (let i = 0; i < list.length; i++) {
      const row = list[i]!;
      const limit = i % 3 === 1 ? relationIds.length : entityIds.length;
      if (row < 0 || row >= limit) {
        throw badInput(`Triple ${Math.floor(i / 3)} names row ${row}; rows go from 0 to ${limit - 1}.`);
      }
    }
  }
}

/**
 * The graph without the entities that no triple to train on mentions, since nothing would train a row of theirs.
 *
 * @throws BAD_INPUT where that leaves none of the triples to validate with
 */
export function linkedEntities<Graph extends TrainingGraph | TrainingData>(data: Graph): Graph {
  const { entityIds, triples, validation } = data;
  const kept = Int32Array.from(new Set(triples.filter((_, i) => i % 3 !== 1))).sort();
  const rows = new Map(Array.from(kept, (old, row) => [old, row]));
  const renamed = (list: Int32Array): Int32Array => {
    const linked: number[] = [];
    for (let i = 0; i < list.length; i += 3) {
      const [head, tail] = [rows.get(list[i]!), rows.get(list[i + 2]!)];
      if (head !== undefined && tail !== undefined) linked.push(head, list[i + 1]!, tail);
    }
    return Int32Array.from(linked);
  };
  const linked = {
    ...data,
    entityIds: Array.from(kept, (old) => entityIds[old]!),
    ...('texts' in data && { texts: Array.from(kept, (old) => data.texts[old]!) }),
    triples: renamed(triples),
    validation: validation && renamed(validation),
  };
  if (linked.validation?.length !== 0 || validation?.length === 0) return linked;
  throw badInput(
    'Every triple to validate with is about an entity that training does not see, and a lookup has no vector of one. ' +
      'Train an encoder that reads texts, or take a split of known entities.',
  );
}

/** SHA-256 of everything a run depends on in its data; a checkpoint of other data is not resumed. */
export function fingerprint(data: TrainingData): string {
  const { entityIds, texts, relationIds, relationTexts } = data;
  return hashOf([entityIds, texts, relationIds, relationTexts], data);
}

/** SHA-256 of the graph alone, whatever its texts. */
export function graphFingerprint(graph: TrainingGraph): string {
  return hashOf([graph.entityIds, graph.relationIds], graph);
}

function hashOf(lists: readonly (readonly string[])[], { triples, validation }: TrainingGraph): string {
  const hash = createHash('sha256');
  for (const list of lists) {
    hash.update(`${list.length}\n`);
    for (const text of list) hash.update(JSON.stringify(text));
  }
  for (const { buffer, byteOffset, byteLength } of [triples, validation ?? new Int32Array(0)]) {
    hash.update(`${byteLength}\n`).update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest('hex');
}
