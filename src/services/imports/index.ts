export { checkTsvFiles, type TextStyle, textStyles } from '../../formats/tsv';
export { checkWordNet } from '../../formats/wordnet';
export type { ImportReport } from './report';
export { importTsv, type TsvOptions } from './tsv';
export { importWordNet, type WordNetOptions } from './wordnet';
