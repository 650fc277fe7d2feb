export { baseFingerprint } from './baseFingerprint';
export { createEncoder, encoderToTrain } from './createEncoder';
export { encodeTexts, encodeTokens, tokenizeTexts, type EncodeOptions, type Segments } from './encodeTexts';
export { readSafetensors, writeSafetensors, type StoredTensor } from './safetensors';
export { toWeights } from './checkpoint';
export {
  encoderKinds,
  type EncoderKind,
  type EncoderOptions,
  padsTexts,
  readsTexts,
  type TextEncoder,
  type Weights,
  type WeightShapes,
} from './textEncoder';
export { padBatch, type TokenBatch, type TokenizedTexts } from './tokenBatch';
export { untrainedEncoder, type UntrainedKind, untrainedKinds } from './untrained';
