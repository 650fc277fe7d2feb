export { graphFingerprint, linkedEntities, type TrainingData, type TrainingGraph } from './data';
export {
  parseTrainingSettings,
  trainingSettingsSchema,
  type TrainingSettings,
  type TrainingSettingsInput,
} from './settings';
export { trainingPresets } from './presets';
export { trainModel, type TrainingOptions, type TrainingResult } from './trainModel';
