export { checkTsvFiles } from './files';
export {
  type BadLine,
  type EntityText,
  type EntityType,
  type OnBadLine,
  readEntityTexts,
  readEntityTypes,
  readRelationTexts,
  readTriples,
} from './records';
export { detectTextForm, readableId, type TextForm, type TextStyle, textStyles } from './textForm';
