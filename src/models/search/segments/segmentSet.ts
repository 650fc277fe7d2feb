import type { Analyzer } from '../analysis';
import { fields, type SearchDocument } from '../document';
import { shared } from '../postings';
import type { Bm25fStatistics } from '../ranking/bm25f';
import { buildSegment } from './buildSegment';
import { LiveSegment } from './liveSegment';
import { mergePlan } from './mergePlan';
import type { Mergeable } from './mergeSegments';
import type { Segment } from './segment';
import { find, stringAt } from './strings';

/** Segments that are being merged, and the state in which they began to be. */
export interface Merge {
  readonly replaced: readonly LiveSegment[];
  readonly parts: readonly Mergeable[];
}

/** Where a document is. */
export interface Place {
  /** place in {@link SegmentSet.all} */
  readonly segment: number;
  readonly document: number;
}

/**
 * All documents of an index, in segments: what is added makes a small one, what is removed is marked in its own, and
 * segments are merged later. Whatever the history, the documents and their statistics are the same.
 */
export class SegmentSet {
  private segments: readonly LiveSegment[] = [];

  constructor(private readonly analyzer: Pick<Analyzer, 'tokens'>) {}

  get all(): readonly LiveSegment[] {
    return this.segments;
  }

  get statistics(): Bm25fStatistics {
    return {
      documents: this.sum(({ live }) => live),
      words: fields.map((_, f) => this.sum(({ words }) => words[f]!)),
    };
  }

  /** How many documents have a word in some field. */
  documentsWith(word: string): number {
    return this.sum((live) => {
      const term = find(live.segment.terms, word);
      return term === undefined ? 0 : live.documentsWith(term);
    });
  }

  idOf({ segment, document }: Place): string {
    return stringAt(this.segments[segment]!.segment.ids, document);
  }

  placeOf(id: string): Place | undefined {
    for (const [segment, live] of this.segments.entries()) {
      const document = live.documentOf(id);
      if (document !== undefined) return { segment, document };
    }
    return undefined;
  }

  versionOf(id: string): number | undefined {
    const place = this.placeOf(id);
    return place && this.segments[place.segment]!.segment.versions[place.document];
  }

  /** Add documents, or replace those with the same ids; what is older than the one that is there is passed over. */
  put(documents: readonly SearchDocument[]): void {
    const latest = new Map<string, SearchDocument>();
    for (const document of documents) {
      const { id, version } = document;
      if (version >= (latest.get(id)?.version ?? this.versionOf(id) ?? -Infinity)) latest.set(id, document);
    }
    if (latest.size === 0) return;
    const made = buildSegment([...latest.values()], this.analyzer);
    this.remove([...latest.keys()]);
    this.add(made);
  }

  /**
   * A segment of documents that are not there yet.
   *
   * @param gone numbers of those that are not there any more: another segment may have newer ones of their ids
   */
  add(segment: Segment, gone: readonly number[] = []): void {
    const live = new LiveSegment(segment);
    for (const document of gone) live.remove(document);
    this.segments = [...this.segments, live];
    this.dropEmpty();
  }

  /** Ids that are not there are passed over. */
  remove(ids: readonly string[]): void {
    for (const id of ids) {
      const place = this.placeOf(id);
      if (place) this.segments[place.segment]!.remove(place.document);
    }
    this.dropEmpty();
  }

  /** What is to be merged now, if anything: `mergeSegments` does it, here or in another thread. */
  beginMerge(): Merge | undefined {
    const places = mergePlan(this.segments);
    if (!places) return undefined;
    const replaced = places.map((place) => this.segments[place]!);
    return { replaced, parts: replaced.map(({ segment, gone }) => ({ segment, gone: shared(gone) })) };
  }

  /** Take what was made of a merge; what went meanwhile goes from it too. */
  finishMerge({ replaced, parts }: Merge, made: Segment): void {
    const merged = new LiveSegment(made);
    replaced.forEach(({ segment, gone }, p) => {
      gone.forEach((isGone, document) => {
        if (isGone === 1 && parts[p]!.gone[document] === 0)
          merged.remove(merged.documentOf(stringAt(segment.ids, document))!);
      });
    });
    const old = new Set(replaced);
    this.segments = [...this.segments.filter((own) => !old.has(own)), merged];
    this.dropEmpty();
  }

  private dropEmpty(): void {
    if (this.segments.some(({ live }) => live === 0))
      this.segments = this.segments.filter(({ live }) => live > 0);
  }

  private sum(of: (segment: LiveSegment) => number): number {
    return this.segments.reduce((sum, segment) => sum + of(segment), 0);
  }
}
