export { checkTsvFiles } from './files';
export {
  type BadLine,
  type EntityText,
  type OnBadLine,
  readEntityTexts,
  readRelationTexts,
  readTriples,
} from './records';
export { detectTextForm, readableId, type TextForm, type TextStyle, textStyles } from './textForm';
