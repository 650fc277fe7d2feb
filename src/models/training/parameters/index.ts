import { backendName } from '../../backend';
import { NativeParameters } from './nativeParameters';
import type { Parameters, ParameterState } from './parameters';
import { PlainParameters } from './plainParameters';

export * from './parameters';

/** The fastest implementation that the backend has. */
export function createParameters(state: ParameterState): Parameters {
  return backendName() === 'cpu' ? new PlainParameters(state) : new NativeParameters(state);
}
