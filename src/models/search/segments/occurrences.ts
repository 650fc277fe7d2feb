import { type Postings, PostingsWriter } from '../postings';
import { compareStrings, type Strings, toStrings } from './strings';

/** Positions take the lower bits of a place, fields the upper ones. */
const positionBits = 28;
const positionMask = 2 ** positionBits - 1;

/**
 * Occurrences of terms as documents are gone through, before they are written term after term: three whole numbers each,
 * sorted by counting. Objects for them would be most of what building an index costs.
 */
export class Occurrences {
  private readonly numbers = new Map<string, number>();
  private counts: Uint32Array = new Uint32Array(1 << 10);
  private terms: Uint32Array = new Uint32Array(1 << 12);
  private documents: Uint32Array = new Uint32Array(1 << 12);
  private places: Uint32Array = new Uint32Array(1 << 12);
  private length = 0;

  /** @param document not before the last one; of one document, fields and positions ascend too */
  add(term: string, document: number, field: number, position: number): void {
    let number = this.numbers.get(term);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(term, number);
      if (number === this.counts.length) this.counts = doubled(this.counts);
    }
    const at = this.length++;
    if (at === this.terms.length) {
      this.terms = doubled(this.terms);
      this.documents = doubled(this.documents);
      this.places = doubled(this.places);
    }
    this.counts[number]!++;
    this.terms[at] = number;
    this.documents[at] = document;
    this.places[at] = field * 2 ** positionBits + position;
  }

  /** @param lengths `[documents, fields]` words of the documents */
  written(fields: number, lengths: Uint32Array): { terms: Strings; postings: Postings } {
    const order = this.byTerm();
    const starts = new Uint32Array(this.numbers.size + 1);
    for (let number = 0; number < this.numbers.size; number++)
      starts[number + 1] = starts[number]! + this.counts[number]!;
    const writer = new PostingsWriter(fields, lengths);
    const sorted = [...this.numbers].sort(([a], [b]) => compareStrings(a, b));
    for (const [, number] of sorted) {
      for (let i = starts[number]!; i < starts[number + 1]!; i++) {
        const at = order[i]!;
        const place = this.places[at]!;
        writer.occurrence(this.documents[at]!, place >>> positionBits, place & positionMask);
      }
      writer.endTerm();
    }
    return { terms: toStrings(sorted.map(([term]) => term)), postings: writer.done() };
  }

  /** Places of the occurrences, all of a term together, in the order in which they were added. */
  private byTerm(): Uint32Array {
    const next = new Uint32Array(this.numbers.size);
    for (let number = 1; number < next.length; number++)
      next[number] = next[number - 1]! + this.counts[number - 1]!;
    const order = new Uint32Array(this.length);
    for (let at = 0; at < this.length; at++) order[next[this.terms[at]!]!++] = at;
    return order;
  }
}

function doubled(values: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * values.length);
  larger.set(values);
  return larger;
}
