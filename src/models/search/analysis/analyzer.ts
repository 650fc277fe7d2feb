import { foldAccents } from './folding';
import { type Language, type LanguageCode, languageOf } from './languages';
import { type Word, wordsOf } from './words';

/** A word of a text as the index knows it. Its place among the text's words is its place in the list. */
export interface Token extends Word {
  readonly term: string;
  /** whether queries leave it out, unless they quote it */
  readonly isStopWord: boolean;
}

/** Longest term; what is longer is cut, since nobody looks for it and it would fill the dictionary. UTF-16 units. */
const longestTerm = 64;

/** Words whose terms are remembered: natural text repeats its words, and stemming costs a microsecond. */
const remembered = 200_000;

/** From text to terms: Unicode words, case and accents folded, stemmed by the language. */
export class Analyzer {
  private readonly rules: Language;
  private readonly terms = new Map<string, Pick<Token, 'term' | 'isStopWord'>>();

  constructor(readonly language: LanguageCode = 'en') {
    this.rules = languageOf(language);
  }

  tokens(text: string): Token[] {
    return wordsOf(text).map(({ start, end }) => ({ start, end, ...this.term(text.slice(start, end)) }));
  }

  private term(word: string): Pick<Token, 'term' | 'isStopWord'> {
    const seen = this.terms.get(word);
    if (seen) return seen;
    const lower = word.normalize('NFKC').toLowerCase();
    const { stem, stopWords } = this.rules;
    const bare = this.language === 'en' ? lower.replace(/['\u2019]s$/, '') : lower;
    // Accents are folded after stemming: some languages tell endings by them.
    const term = foldAccents(stem(bare) || bare)
      .slice(0, longestTerm)
      .replace(/[\ud800-\udbff]$/, '');
    const made = { term, isStopWord: stopWords.has(lower) };
    if (this.terms.size >= remembered) this.terms.clear();
    if (word.length <= longestTerm) this.terms.set(word, made);
    return made;
  }
}
