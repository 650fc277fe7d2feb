export { graphFingerprint, linkedEntities, type TrainingData, type TrainingGraph } from './data';
export {
  parseTrainingSettings,
  trainingSettingsSchema,
  type TrainingSettings,
  type TrainingSettingsInput,
} from './settings';
export { onPreset, trainingPresets } from './presets';
export type { TrainingResult } from './finishedModel';
export { trainModel, type TrainingOptions } from './trainModel';
