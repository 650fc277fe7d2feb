export { namesInSafetensors, readSafetensors } from './reader';
export { writeSafetensors } from './writer';
export type { StoredTensor } from './storedTensor';
