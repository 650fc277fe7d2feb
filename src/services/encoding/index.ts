export { EncoderClient } from './encoderClient';
export type { Encoded } from './messages';
