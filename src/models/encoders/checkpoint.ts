import fs from 'node:fs';
import path from 'node:path';
import { KindredError } from '../../shared/errors';
import { allFinite } from '../../shared/vectors';
import { tf } from '../backend';
import { namesInSafetensors, readSafetensors, type StoredTensor } from './safetensors';
import type { WeightShapes, Weights } from './textEncoder';

/** Checkpoints saved with a task's head put the encoder's weights under this name. */
const prefix = 'bert.';

/** What reading texts needs beside the weights; the last is not in every checkpoint. */
const textFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

/** Contents, by name, of a checkpoint's files that say how texts are read. */
export function checkpointFiles(folder: string): Record<string, string> {
  const there = textFiles.filter((name) => fs.existsSync(path.join(folder, name)));
  return Object.fromEntries(there.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]));
}

const weightFile = 'model.safetensors';

/** All that is read of a checkpoint's folder. */
export const checkpointFileNames = [...textFiles, weightFile];

const fileOf = (folder: string) => path.join(folder, weightFile);
const ownName = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);

/** Whether a base checkpoint has all of these weights. */
export function hasWeights(folder: string, shapes: WeightShapes): boolean {
  const names = new Set(namesInSafetensors(fileOf(folder)).map(ownName));
  return Object.keys(shapes).every((name) => names.has(name));
}

/**
 * Read those weights of a base checkpoint (`model.safetensors`) that `shapes` names; others (a pooler, a head) stay out.
 *
 * @throws CORRUPT_FILE when the file is damaged, a weight is missing or has another shape
 */
export function readCheckpoint(folder: string, shapes: WeightShapes): Weights {
  const file = fileOf(folder);
  const stored = readSafetensors(file, (name) => ownName(name) in shapes);
  return toWeights(
    Object.fromEntries(Object.entries(stored).map(([name, tensor]) => [ownName(name), tensor])),
    shapes,
    file,
  );
}

/**
 * Tensors out of what a file held, checked against what the encoder needs.
 *
 * @param file named in the error
 * @throws CORRUPT_FILE when a weight is missing, has another shape or a value that is not finite
 */
export function toWeights(stored: Record<string, StoredTensor>, shapes: WeightShapes, file: string): Weights {
  const fault = (what: string) =>
    new KindredError(
      'CORRUPT_FILE',
      `${file} does not fit its config.json: ${what}. Restore both from one source.`,
      { file },
    );
  for (const [name, shape] of Object.entries(shapes)) {
    const tensor = stored[name];
    if (!tensor) throw fault(`the weight ${name} is missing`);
    if (tensor.shape.join() !== shape.join()) {
      throw fault(
        `the weight ${name} has shape [${tensor.shape.join(', ')}] instead of [${shape.join(', ')}]`,
      );
    }
    if (!allFinite(tensor.data)) throw fault(`the weight ${name} has values that are not finite`);
  }
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [
      name,
      tf.tensor(stored[name]!.data, [...shape], 'float32'),
    ]),
  );
}
