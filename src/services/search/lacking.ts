import type { ServedModel } from '../models';
import type { SearchIndex } from './searchIndex';

/** Which entities have no vector of a model. Few, as a rule; looked for again only when something has changed. */
export class Lacking {
  private readonly known = new Map<string, { readonly state: string; readonly ids: Promise<string[]> }>();

  constructor(private readonly index: SearchIndex) {}

  async of(model: ServedModel): Promise<string[]> {
    const engine = await this.index.ready();
    const state = `${this.index.changes} ${model.changes}`;
    const known = this.known.get(model.record.id);
    if (known?.state === state) return known.ids;
    const ids = engine.versions().then((versions) => model.candidates.lacking([...versions.keys()]));
    this.known.set(model.record.id, { state, ids });
    ids.catch(() => this.known.delete(model.record.id));
    return ids;
  }
}
