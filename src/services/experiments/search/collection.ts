import { detectTextForm, readEntityTexts } from '../../../formats/tsv';
import { Analyzer, type LanguageCode } from '../../../models/search/analysis';
import { parseQuery } from '../../../models/search/query/parseQuery';
import type { Bm25fParameters } from '../../../models/search/ranking/bm25f';
import { search } from '../../../models/search/ranking/search';
import { SegmentSet } from '../../../models/search/segments/segmentSet';
import type { QuerySample } from '../../../models/search/training/judgedSample';
import { sampleQuery } from '../../../models/search/training/sampleQuery';
import { badInput } from '../../../shared/errors';
import { refuse } from '../dataset';

/** Entities that are searched by words, from a file of their texts. */
export class Collection {
  private readonly analyzer: Analyzer;
  private readonly set: SegmentSet;

  private constructor(
    language: LanguageCode,
    /** name and description by id */
    readonly texts: ReadonlyMap<string, { readonly name: string; readonly description: string }>,
  ) {
    this.analyzer = new Analyzer(language);
    this.set = new SegmentSet(this.analyzer);
    this.set.put(
      Array.from(texts, ([id, { name, description }]) => ({
        ...{ id, version: 0, popularity: 0, keys: [] },
        texts: { names: [name], aliases: [], description: [description], types: [], related: [] },
      })),
    );
  }

  /** @throws BAD_INPUT naming file and line, or for a file without a text */
  static async read(file: string, language: LanguageCode): Promise<Collection> {
    const texts = new Map<string, { name: string; description: string }>();
    for await (const { id, name, description = '' } of readEntityTexts(
      file,
      await detectTextForm(file),
      refuse,
    ))
      texts.set(id, { name, description });
    if (texts.size === 0) throw badInput(`${file} has no entity. Its lines are: entity, tab, text.`);
    return new Collection(language, texts);
  }

  /** The best by BM25F, with their scores, the best first. */
  search(query: string, parameters: Bm25fParameters, first: number): Map<string, number> {
    const hits = search(this.set, { query: parseQuery(query, this.analyzer), parameters, first });
    return new Map(hits.map(({ id, score }) => [id, score]));
  }

  /** A query's words in some entities, to tune parameters by. */
  sample(query: string, ids: readonly string[]): QuerySample {
    return sampleQuery(this.set, parseQuery(query, this.analyzer), ids);
  }
}
