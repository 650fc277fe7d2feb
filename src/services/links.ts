import type { Database } from '../graph/database';
import { createRelation, deleteRelation, updateRelation } from '../graph/relations';
import { addTriples, removeTriples } from '../graph/tripleWrites';
import type { Relation, Triple, TripleSource } from '../graph/types';
import { badInput } from '../shared/errors';
import { cleanText } from '../shared/text';
import { cleanChanges, cleanEach, cleanTriple } from './entityInput';
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

  /**
   * Change a relation's texts. What models that read relations say of it changes with them.
   *
   * @throws BAD_INPUT, NOT_FOUND
   */
  async updateRelation(id: string, changes: Partial<Omit<Relation, 'id'>>): Promise<Relation> {
    const cleaned = [cleanText('id', id), cleanChanges(changes)] as const;
    return this.db.transaction('WRITE', (run) => updateRelation(run, ...cleaned));
  }

  /**
   * Delete a relation. What was learned of it stays in models until they are trained again, and is no longer asked.
   *
   * @param most how many triples may go with it: a relation of a whole graph is not deleted by mistake
   * @returns what it was
   * @throws BAD_INPUT, NOT_FOUND; CONFLICT, saying how many, when there are more triples of it
   */
  async deleteRelation(id: string, most = 0): Promise<Relation> {
    const cleaned = cleanText('id', id);
    if (most < 0)
      throw badInput(`withTriples is ${most}. Give the number of triples that may go, 0 or more.`);
    const { relation, ends } = await this.db.transaction('WRITE', (run) =>
      deleteRelation(run, cleaned, most),
    );
    await this.search.changed(ends);
    return relation;
  }

  /** @throws NOT_FOUND naming an entity or relation that is not there; nothing is written then */
  async addTriples(
    triples: readonly Triple[],
    by: string,
    source: TripleSource = 'curated',
  ): Promise<{ added: number; existing: number }> {
    const at = new Date().toISOString();
    const stored = cleanEach('triples', triples, cleanTriple).map((own) => ({ ...own, source, by, at }));
    const result = await this.db.transaction('WRITE', (run) => addTriples(run, stored));
    await this.search.changed(endsOf(stored));
    return result;
  }

  /** Those that are not there are counted. */
  async removeTriples(triples: readonly Triple[]): Promise<{ removed: number; missing: number }> {
    const gone = cleanEach('triples', triples, cleanTriple);
    const result = await this.db.transaction('WRITE', (run) => removeTriples(run, gone));
    await this.search.changed(endsOf(gone));
    return result;
  }
}

function endsOf(triples: readonly Triple[]): string[] {
  return triples.flatMap(({ head, tail }) => [head, tail]);
}
