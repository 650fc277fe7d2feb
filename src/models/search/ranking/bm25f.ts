import { type Field, fields } from '../document';
import { mostFrequency } from '../postings';
import { byteLength } from './byteLength';

export interface Bm25fParameters {
  /** how fast more of a word says less: 0 counts a word once, large values count each */
  readonly k1: number;
  /** of a word in a field */
  readonly weight: Readonly<Record<Field, number>>;
  /** from 0, a field's length does not matter, to 1, frequencies are taken by its length */
  readonly b: Readonly<Record<Field, number>>;
  /**
   * `each`: a frequency is normalised by the length of its own field, then weighted and summed (Robertson and Zaragoza
   * 2009, section 3.6). `combined`: summed first, then normalised by the weighted sum of the lengths, with the first
   * field's b for all. `bytes`: the same with lengths that Lucene's CombinedFieldQuery has, see {@link byteLength}.
   */
  readonly lengths: 'each' | 'combined' | 'bytes';
}

/** Of a field in a search: at 0, documents with words in that field alone would be counted and never given. */
export const leastWeight = 1e-3;

/** Lengths of fields whose factors are computed once. */
const knownLengths = 64;

/** What BM25F knows of all documents together. */
export interface Bm25fStatistics {
  readonly documents: number;
  /** words in each field, of all documents together */
  readonly words: readonly number[];
}

/**
 * BM25F: for each word of the query idf · f / (k₁ + f), where f is its weighted and normalised frequency over the fields
 * (Robertson and Zaragoza 2009, equations 3.20 to 3.22). The idf is ln(1 + (N − n + ½) / (n + ½)) over whole documents:
 * the 1 keeps it above zero for words of more than half of them.
 */
export class Bm25f {
  private readonly weight: Float64Array;
  private readonly b: Float64Array;
  private readonly average: Float64Array;
  /** `[F, knownLengths]` {@link factorOf} */
  private readonly factors: Float64Array;
  /** `[F, knownLengths]` {@link weightedOf} */
  private readonly weighteds: Float64Array;
  private readonly averageOfAll: number;
  /** those last asked for */
  private known: { readonly lengths: Uint32Array; readonly values: Float64Array } | undefined;
  private readonly combined: boolean;
  private readonly bytes: boolean;
  private readonly k1: number;
  private readonly documents: number;

  constructor({ k1, weight, b, lengths }: Bm25fParameters, { documents, words }: Bm25fStatistics) {
    this.k1 = k1;
    this.documents = documents;
    this.combined = lengths !== 'each';
    this.bytes = lengths === 'bytes';
    this.weight = Float64Array.from(fields, (field) => weight[field]);
    this.b = Float64Array.from(fields, (field) => b[field]);
    this.average = Float64Array.from(words, (count) => Math.max(count, 1) / Math.max(documents, 1));
    this.factors = new Float64Array(this.weight.length * knownLengths);
    this.weighteds = new Float64Array(this.weight.length * knownLengths);
    for (let field = 0, i = 0; field < this.weight.length; field++) {
      for (let length = 0; length < knownLengths; length++, i++) {
        this.factors[i] = this.factorOf(field, length);
        this.weighteds[i] = this.weightedOf(field, length);
      }
    }
    this.averageOfAll = this.average.reduce((sum, average, f) => sum + this.weight[f]! * average, 0);
  }

  /** @param having documents that have the word */
  idf(having: number): number {
    return Math.log(1 + (this.documents - having + 0.5) / (having + 0.5));
  }

  /**
   * f / (k₁ + f) of a document: from 0 to 1.
   *
   * @param frequencies by field, at `at` and what follows
   * @param lengths     `[documents, F]`
   */
  saturated(frequencies: Uint32Array, at: number, lengths: Uint32Array, document: number): number {
    const count = this.weight.length;
    const own = document * count;
    let sum = 0;
    for (let f = 0; f < count; f++) {
      const found = frequencies[at + f]!;
      if (found > 0)
        sum += this.combined ? this.weight[f]! * found : found * this.factor(f, lengths[own + f]!);
    }
    if (sum === 0) return 0;
    if (this.combined) sum /= this.normalizers(lengths)[document]!;
    return sum / (this.k1 + sum);
  }

  /**
   * Never less than {@link saturated} of any document of a block.
   *
   * @param greatest frequencies by field, at `at` and what follows; {@link mostFrequency} stands for any above
   * @param least    lengths of the fields that have the word
   */
  bound(greatest: Uint8Array, least: Uint16Array, at: number): number {
    let sum = 0;
    let length = Infinity;
    for (let f = 0; f < this.weight.length; f++) {
      const found = greatest[at + f]!;
      if (found === 0 || this.weight[f] === 0) continue;
      if (found === mostFrequency) return 1;
      sum += this.combined ? this.weight[f]! * found : found * this.factor(f, least[at + f]!);
      length = Math.min(length, this.weighted(f, least[at + f]!));
    }
    if (sum === 0) return 0;
    if (this.combined) sum /= this.normalizer(this.b[0]!, this.whole(length), this.averageOfAll);
    return sum / (this.k1 + sum);
  }

  /** Of each document, by the lengths of all its fields together. */
  private normalizers(lengths: Uint32Array): Float64Array {
    if (this.known?.lengths === lengths) return this.known.values;
    const { weight, b, bytes, averageOfAll } = this;
    const key = JSON.stringify([...weight, b[0], bytes, averageOfAll]);
    let values = normalizersOf(lengths, key);
    if (!values) {
      const count = weight.length;
      values = new Float64Array(lengths.length / count);
      for (let document = 0; document < values.length; document++) {
        let length = 0;
        for (let f = 0; f < count; f++) length += this.weighted(f, lengths[document * count + f]!);
        values[document] = this.normalizer(b[0]!, this.whole(length), averageOfAll);
      }
      lastNormalizers.set(lengths, { key, values });
    }
    this.known = { lengths, values };
    return values;
  }

  private weighted(field: number, length: number): number {
    return length < knownLengths
      ? this.weighteds[field * knownLengths + length]!
      : this.weightedOf(field, length);
  }

  private weightedOf(field: number, length: number): number {
    return this.weight[field]! * (this.bytes ? byteLength(length) : length);
  }

  /** @param length of all fields, weighted */
  private whole(length: number): number {
    return this.bytes ? byteLength(Math.round(length)) : length;
  }

  /** What a word is worth that a field of a length has once; `each` alone. */
  private factor(field: number, length: number): number {
    return length < knownLengths
      ? this.factors[field * knownLengths + length]!
      : this.factorOf(field, length);
  }

  private factorOf(field: number, length: number): number {
    return this.weight[field]! / this.normalizer(this.b[field]!, length, this.average[field]!);
  }

  private normalizer(b: number, length: number, average: number): number {
    return 1 - b + (b * length) / average;
  }
}

/** Of each segment's lengths the last ones made: a search goes by the same parameters as the one before it. */
const lastNormalizers = new WeakMap<Uint32Array, { readonly key: string; readonly values: Float64Array }>();

function normalizersOf(lengths: Uint32Array, key: string): Float64Array | undefined {
  const last = lastNormalizers.get(lengths);
  return last?.key === key ? last.values : undefined;
}
