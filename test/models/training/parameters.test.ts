import { nativeOps } from '../../../src/models/nativeOps';
import { NativeParameters } from '../../../src/models/training/parameters/nativeParameters';
import { PlainParameters } from '../../../src/models/training/parameters/plainParameters';
import { parametersContract } from '../../contract/parameters';

describe('Adam in TensorFlow.js', () => {
  parametersContract((state) => new PlainParameters(state));
});

describe('Adam as a native operation', () => {
  parametersContract((state) => new NativeParameters(nativeOps()!, state));
});
