export { Analyzer, type Token } from './analyzer';
export { type LanguageCode, languageCodes } from './languages';
