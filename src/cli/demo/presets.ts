import type { EncoderKind } from '../../models/encoders/textEncoder';
import type { TrainingSettingsInput } from '../../models/training/settings';

export interface Preset {
  /** told before the training begins */
  readonly story: string;
  readonly settings: TrainingSettingsInput;
}

/** What the demo trains: budgets that fit two CPU cores. */
export const presets: Record<EncoderKind, Preset> = {
  'be-bow': {
    story: 'A bag of word pieces learns to put each synset where its pointers lead: about 3 minutes.',
    settings: { encoder: 'be-bow', maxMinutes: 3 },
  },
  blp: {
    story: 'BERT learns to put each synset where its pointers lead: 1,000 steps, about half an hour.',
    settings: { encoder: 'blp', maxSteps: 1_000 },
  },
};
