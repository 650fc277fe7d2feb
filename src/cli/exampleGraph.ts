import { wordNetSource } from '../formats/wordnet';
import { type ExampleEntity, exampleEntity, exampleHead } from '../graph/examples';
import { findFinishedImport } from '../graph/imports';
import { countTriplesByRelation } from '../graph/relations';
import type { Services } from '../services';

/** Something of the graph to show the API with. */
export interface ExampleGraph {
  /** absent in an empty store */
  readonly entity?: ExampleEntity;
  /** the most frequent relation that a serving model knows; absent where no model serves */
  readonly relation?: string;
  /** WordNet is in the store, and the model knows its relations */
  readonly isWordNet: boolean;
}

/** Look for what the store has and a model that serves knows. */
export async function findExample({ db, models }: Services): Promise<ExampleGraph> {
  const answering = models.all()[0]; // the default may be one that cannot be loaded, which keeps nobody from serving
  const known = new Set(answering?.card.relationIds);
  const counted = known.size === 0 ? [] : [...(await countTriplesByRelation(db))];
  const relation = counted.filter(([id]) => known.has(id)).sort((a, b) => b[1] - a[1])[0]?.[0];
  const head = relation === undefined ? undefined : await exampleHead(db, relation);
  const imported = await findFinishedImport(db, wordNetSource);
  return {
    entity: head ?? (await exampleEntity(db)),
    relation,
    isWordNet: imported !== undefined && known.has('hypernym'),
  };
}
