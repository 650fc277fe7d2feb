import { createRequire } from 'node:module';
import util from 'node:util';
import * as tf from '@tensorflow/tfjs';

/**
 * TensorFlow.js with the fastest backend this machine has: `@tensorflow/tfjs-node-gpu`, else `@tensorflow/tfjs-node`,
 * else its own JavaScript backend with a warning. Import `tf` from here and nowhere else.
 */
export { tf };

/** Node packages that register a native backend when they are loaded, the fastest first. */
const nativePackages = ['@tensorflow/tfjs-node-gpu', '@tensorflow/tfjs-node'];

export type BackendName = 'tfjs-node-gpu' | 'tfjs-node' | 'cpu';

const chosen = choose();

/** The backend that was chosen when this module was loaded; shown in `/health` and in every job's record. */
export function backendName(): BackendName {
  return chosen;
}

function choose(): BackendName {
  // TensorFlow's C++ log; its own default tells every user which CPU instructions a rebuild could add.
  process.env['TF_CPP_MIN_LOG_LEVEL'] ??= '2';
  restoreOldUtilities();
  const load = createRequire(__filename);
  const faults: string[] = [];
  for (const name of nativePackages) {
    try {
      load(name);
      return name.slice('@tensorflow/'.length) as BackendName;
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message.split('\n')[0]}`);
    }
  }
  process.emitWarning(
    `No native TensorFlow could be loaded (${faults.join('; ')}). Vectors are computed in JavaScript, about a hundred ` +
      'times slower: enough to try things, not to train. Run `npm run setup` to install it.',
    { code: 'KINDRED_SLOW_BACKEND' },
  );
  return 'cpu';
}

/** tfjs-node 4.22 calls two old functions of `util`: Node 22 warns of them, and Node 23 removed the first. */
function restoreOldUtilities(): void {
  const isNullOrUndefined = (value: unknown) => value === null || value === undefined;
  Object.assign(util, { isNullOrUndefined, isArray: Array.isArray });
}
