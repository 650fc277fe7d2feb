/** Letters, with their accents, and digits; two of them with a single sign between stand together: "at&t", "u.s". */
const joined = /[\p{L}\p{M}\p{N}]+(?:[\p{P}\p{S}][\p{L}\p{M}\p{N}]+)*/gu;
const sign = /[\p{P}\p{S}]/u;

/**
 * The lower-cased words of a text, punctuation dropped. Words with a single sign between ("x-ray", "1,000", "o'clock",
 * "cat/dog") are one word where the vocabulary has them as one, else each by itself.
 *
 * The rule is Kindred's own, so that a text is cut alike in training and wherever the model serves: no tokenizer's
 * version, language or dictionary takes part. Scripts without blanks between words are not cut.
 */
export function splitWords(text: string, isKnown: (word: string) => boolean): string[] {
  const plain = text.normalize('NFC').toLowerCase().replaceAll('\u2019', "'");
  return [...plain.matchAll(joined)].flatMap(([run]) => (isKnown(run) ? run : run.split(sign)));
}
