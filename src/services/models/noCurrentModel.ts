import { KindredError } from '../../shared/errors';

export function noCurrentModel(): KindredError {
  return new KindredError(
    'MODEL_UNAVAILABLE',
    'No model is current yet. Train one with the trainModel mutation or `kindred train`.',
  );
}
