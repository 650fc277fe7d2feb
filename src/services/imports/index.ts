export { type TextStyle, textStyles } from '../../formats/tsv';
export type { ImportReport } from './report';
export { importTsv, type TsvOptions } from './tsv';
export { importWordNet, type WordNetOptions } from './wordnet';
