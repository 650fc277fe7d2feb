import { createRequire } from 'node:module';

/** What an analyzer does that differs by language. */
export interface Language {
  /** A lower-case word to its stem. */
  readonly stem: (word: string) => string;
  /** lower case */
  readonly stopWords: ReadonlySet<string>;
}

/** By ISO 639-1 code: the name of its stemmer (Snowball's and Porter's), and of its stop words. */
const known = {
  da: ['danish', 'dan'],
  de: ['german', 'deu'],
  en: ['english', 'eng'],
  es: ['spanish', 'spa'],
  fi: ['finnish', 'fin'],
  fr: ['french', 'fra'],
  hu: ['hungarian', 'hun'],
  it: ['italian', 'ita'],
  nl: ['dutch', 'nld'],
  no: ['norwegian', 'nob'],
  pt: ['portuguese', 'por'],
  ro: ['romanian', 'ron'],
  ru: ['russian', 'rus'],
  sv: ['swedish', 'swe'],
  tr: ['turkish', 'tur'],
} as const;

export type LanguageCode = keyof typeof known | 'none';

/** `none` leaves words as they are and drops none. */
export const languageCodes = [...Object.keys(known), 'none'] as readonly LanguageCode[];

// One stemmer of many is loaded, by its CommonJS build.
const load = createRequire(__filename);

export function languageOf(code: LanguageCode): Language {
  if (code === 'none') return { stem: (word) => word, stopWords: new Set() };
  const [stemmer, words] = known[code];
  const { stemmer: stem } = load(`@orama/stemmers/${stemmer}`) as { stemmer: (word: string) => string };
  const lists = load('stopword') as Record<string, readonly string[]>;
  return { stem, stopWords: new Set(lists[words]!.map((word) => word.toLowerCase())) };
}
