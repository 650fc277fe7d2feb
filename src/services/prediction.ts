import type { Database } from '../graph/database';
import type { ModelRecord } from '../graph/models';
import { knownHeads, knownTails } from '../graph/triples';
import { cleanText } from '../shared/text';
import { linkSearch } from './linkSearch';
import type { ModelService } from './models';
import { checkFirst, type Ranked, ranked } from './ranked';
import { cleanSubject, type Subject } from './subject';

export interface LinkRequest {
  readonly known: Subject;
  /** which end of the triple `known` is */
  readonly side: 'head' | 'tail';
  readonly relation: string;
  readonly first: number;
  readonly model?: string;
  /** leave out what the graph has already; true by default */
  readonly excludeKnown?: boolean;
}

export interface Answer {
  readonly model: ModelRecord;
  /** whether the subject's text was longer than the encoder reads */
  readonly truncated: boolean;
  readonly predictions: Ranked[];
}

/** The best entities for the open end of a triple, out of all (Daza et al. 2021, section 3.2). */
export class PredictionService {
  constructor(
    private readonly db: Database,
    private readonly models: ModelService,
  ) {}

  /**
   * An entity is never proposed to itself.
   *
   * @throws NOT_FOUND for an unknown entity, relation or model; BAD_INPUT; MODEL_UNAVAILABLE for a relation that the
   *         model was not trained with
   */
  async predictLinks(request: LinkRequest): Promise<Answer> {
    const { side, first, excludeKnown = true } = request;
    checkFirst(first);
    const known = cleanSubject(request.known);
    const relation = cleanText('id', request.relation, { called: 'relation' });
    const model = this.models.model(request.model);
    const [{ query, truncated }, linked] = await Promise.all([
      linkSearch(this.db, this.models, model, { known, side, relation }),
      excludeKnown && 'id' in known ? this.linked(known.id, side, relation) : [],
    ]);
    const exclude = new Set('id' in known ? [known.id, ...linked] : []);
    return {
      model: model.record,
      truncated,
      predictions: ranked(await model.candidates.top(query, first, exclude)),
    };
  }

  private linked(id: string, side: 'head' | 'tail', relation: string): Promise<string[]> {
    return side === 'head' ? knownTails(this.db, id, relation) : knownHeads(this.db, relation, id);
  }
}
