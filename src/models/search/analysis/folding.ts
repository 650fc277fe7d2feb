/** Letters that Unicode does not take apart into a letter and an accent. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n' },
};

const combining = /[\u0300-\u036f]/g;
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');
const ascii = /^[\0-\x7f]*$/;

/** Lower-case text without accents: é → e, ß → ss, ø → o. Vowel signs of Indic scripts and the like stay. */
export function foldAccents(text: string): string {
  if (ascii.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(combining, '')
    .normalize('NFC')
    .replace(special, (letter) => letters[letter]!);
}
