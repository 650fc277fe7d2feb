import type { Database } from '../graph/database';
import { createRelation } from '../graph/relations';
import { addTriples, removeTriples } from '../graph/tripleWrites';
import type { Relation, Triple, TripleSource } from '../graph/types';
import { cleanText } from '../shared/text';
import { cleanTriple } from './entityInput';
import type { SearchIndex } from './search/searchIndex';

/** Changes by people of what links entities: relations and triples. No vector follows from them before a training. */
export class LinkService {
  constructor(
    private readonly db: Database,
    private readonly search: SearchIndex,
  ) {}

  /**
   * A relation that triples can be of. Models trained before there are some do not predict it.
   *
   * @throws BAD_INPUT, ALREADY_EXISTS
   */
  async createRelation({ id, name, description }: Relation): Promise<Relation> {
    const relation = {
      id: cleanText('id', id),
      name: cleanText('name', name),
      description: cleanText('description', description, { required: false }),
    };
    return this.db.transaction('WRITE', (run) => createRelation(run, relation));
  }

  /** @throws NOT_FOUND naming an entity or relation that is not there; nothing is written then */
  async addTriples(
    triples: readonly Triple[],
    by: string,
    source: TripleSource = 'curated',
  ): Promise<{ added: number; existing: number }> {
    const at = new Date().toISOString();
    const stored = triples.map((triple) => ({ ...cleanTriple(triple), source, by, at }));
    const result = await this.db.transaction('WRITE', (run) => addTriples(run, stored));
    await this.search.changed(endsOf(stored));
    return result;
  }

  /** Those that are not there are counted. */
  async removeTriples(triples: readonly Triple[]): Promise<{ removed: number; missing: number }> {
    const gone = triples.map(cleanTriple);
    const result = await this.db.transaction('WRITE', (run) => removeTriples(run, gone));
    await this.search.changed(endsOf(gone));
    return result;
  }
}

function endsOf(triples: readonly Triple[]): string[] {
  return triples.flatMap(({ head, tail }) => [head, tail]);
}
