import { nativeOps } from '../../nativeOps';
import { NativeParameters } from './nativeParameters';
import type { Parameters, ParameterState } from './parameters';
import { PlainParameters } from './plainParameters';

export * from './parameters';

/** The fastest implementation that the backend has. */
export function createParameters(state: ParameterState): Parameters {
  const native = nativeOps();
  return native ? new NativeParameters(native, state) : new PlainParameters(state);
}
