import { fields } from '../document';
import { PostingsCursor } from '../postings';
import type { SearchQuery } from '../query/parseQuery';
import type { SegmentSet } from '../segments/segmentSet';
import { find } from '../segments/strings';
import type { QuerySample } from './judgedSample';

/**
 * The query's words in those of some documents that are there, to score them with other parameters. Phrases are taken
 * for their words.
 */
export function sampleQuery(
  set: SegmentSet,
  { words, phrases }: SearchQuery,
  wanted: readonly string[],
): QuerySample {
  const times = new Map(words);
  for (const word of phrases.flat()) times.set(word, (times.get(word) ?? 0) + 1);
  const places = wanted
    .flatMap((id) => {
      const place = set.placeOf(id);
      return place ? [{ id, ...place }] : [];
    })
    .sort((a, b) => a.document - b.document); // as cursors go
  const count = fields.length;
  const lengths = new Uint32Array(places.length * count);
  places.forEach(({ segment, document }, i) => {
    const own = set.all[segment]!.segment.lengths;
    lengths.set(own.subarray(document * count, (document + 1) * count), i * count);
  });
  return {
    statistics: set.statistics,
    ids: places.map(({ id }) => id),
    lengths,
    words: [...times].map(([word, own]) => {
      const frequencies = new Uint32Array(places.length * count);
      const cursors = set.all.map(({ segment }) => {
        const term = find(segment.terms, word);
        return term === undefined ? undefined : new PostingsCursor(segment.postings, term);
      });
      places.forEach(({ segment, document }, i) => {
        const cursor = cursors[segment];
        cursor?.advance(document);
        if (cursor?.document !== document) return;
        for (let field = 0; field < count; field++) frequencies[i * count + field] = cursor.frequency(field);
      });
      return { having: set.documentsWith(word), times: own, frequencies };
    }),
  };
}
