import path from 'node:path';
import { badInput, KindredError } from '../../shared/errors';
import type { OnProgress } from '../../shared/progress';
import { count } from '../../shared/terminal';
import { backendName } from '../backend';
import { holdsModel, readCard, writeModelFolder } from '../blp/modelFolder';
import { createRelationModel } from '../blp/relationModels';
import { createEncoder, type StoredTensor, type TextEncoder, tokenizeTexts } from '../encoders';
import { CheckpointFolder, differences } from './checkpoint';
import { checkMemory } from './memory';
import { checkTrainingData, fingerprint, type TrainingData } from './data';
import { Epochs } from './epochs';
import { holdOut, type Split } from './heldOut';
import { initialParameters } from './initialParameters';
import { KnownTriples } from '../triples/knownTriples';
import { Objective, relationVectors } from './objective';
import { freshRun, Run, type RunResult } from './run';
import { stepsOf, type TrainingSettings } from './settings';
import { Validation } from './validation';

export interface TrainingOptions {
  readonly data: TrainingData;
  readonly settings: TrainingSettings;
  /** where the finished model goes, and its checkpoints until then */
  readonly folder: string;
  /** folder of the base checkpoint: weights to start from, tokenizer */
  readonly baseEncoder: string;
  readonly onProgress: OnProgress;
  readonly onLog?: (line: string) => void;
  readonly signal?: AbortSignal;
}

export interface TrainingResult {
  /** of the kept weights; see {@link Validation} */
  readonly metrics: Record<string, number>;
  readonly steps: number;
  /** of the model's card, which holds the hashes of its other files */
  readonly sha256: string;
}

/**
 * Train an encoder and relation vectors on a graph, and write them to `folder` as a model.
 *
 * A run that was stopped or killed goes on from its last checkpoint, and ends with the weights that an unbroken run on
 * the same machine ends with, bit for bit. A folder that holds the finished model is left as it is.
 *
 * @throws BAD_INPUT for data that cannot be trained on, or a loss that is not finite; CONFLICT when the folder holds
 *         work on other data or settings; CORRUPT_FILE; CANCELLED after a checkpoint when the signal says so
 */
export async function trainModel(options: TrainingOptions): Promise<TrainingResult> {
  const { data, settings, folder, baseEncoder } = options;
  checkTrainingData(data);
  const print = fingerprint(data);
  if (holdsModel(folder)) return finished(folder, print, settings);

  const { maxLength, dimension, pooling, ops } = settings;
  const encoder = await createEncoder(settings.encoder, baseEncoder, { maxLength, dimension, pooling, ops });
  const split = holdOut(data, settings);
  const checkpoints = new CheckpointFolder(path.join(folder, 'checkpoint'), print, settings);
  const run = await prepare(options, encoder, split, checkpoints);
  try {
    const result = await run.toTheEnd();
    const written = write(options, encoder, split, print, result);
    checkpoints.remove();
    return written;
  } finally {
    run.dispose();
  }
}

async function prepare(
  options: TrainingOptions,
  encoder: TextEncoder,
  split: Split,
  checkpoints: CheckpointFolder,
): Promise<Run> {
  const { data, settings, onProgress, onLog = () => {}, signal } = options;
  const model = createRelationModel(settings);
  if (model.even && encoder.dimension % 2 !== 0) {
    throw badInput(
      `${settings.relationModel} needs vectors of an even dimension; that of ${settings.encoder} is ${encoder.dimension}.`,
    );
  }
  checkMemory(settings, encoder.dimension, data.entityIds.length);
  const known = new KnownTriples(data.triples, data.entityIds.length);
  const { ids: tokens } = await tokenizeTexts(encoder, data.texts, { onProgress, signal });
  const epochs = new Epochs(split.training, tokens, settings.batchSize, settings.seed);
  const steps = stepsOf(settings, epochs.batchesPerEpoch);
  const { candidates } = settings.validation;
  const validation =
    split.validation.length > 0
      ? new Validation(split.validation, known, tokens, { candidates, seed: settings.seed })
      : undefined;
  const checkpoint = checkpoints.read();
  onLog(
    `${count(split.training.length / 3)} triples of ${count(data.entityIds.length)} entities, ` +
      `${count(split.validation.length / 3)} held out; ${count(steps)} steps of ${count(settings.batchSize)} triples on ${backendName()}` +
      (checkpoint ? `; going on from step ${count(checkpoint.run.step)}` : ''),
  );
  const start = checkpoint ?? {
    run: freshRun,
    parameters: initialParameters(encoder, model, data, settings),
    best: null,
  };
  const objective = new Objective(await trainedEncoder(options, encoder), model, settings, known);
  const { training: triples } = split;
  const parts = { encoder, model, settings, objective, triples, tokens, validation, epochs, steps };
  return new Run({ ...parts, checkpoints, onProgress, onLog, signal }, start);
}

/** The encoder that gradients are taken through. What is validated and served is computed in float32, whatever it is. */
async function trainedEncoder(
  { settings, baseEncoder }: TrainingOptions,
  encoder: TextEncoder,
): Promise<TextEncoder> {
  return settings.precision === 'float32' ? encoder : createEncoder(settings.encoder, baseEncoder, settings);
}

function write(
  { data, settings, folder, baseEncoder }: TrainingOptions,
  encoder: TextEncoder,
  split: Split,
  print: string,
  { run, weights }: RunResult,
): TrainingResult {
  const kept = run.curve.find(({ step }) => step === run.bestStep);
  const metrics = { ...kept?.metrics, loss: kept?.loss ?? run.lossSum / run.lossCount };
  const card = {
    encoder: settings.encoder,
    relationModel: settings.relationModel,
    dimension: encoder.dimension,
    entityNormalised: createRelationModel(settings).normalised,
    settings,
    relationIds: [...data.relationIds],
    trainedOn: {
      entities: data.entityIds.length,
      triples: split.training.length / 3,
      validationTriples: split.validation.length / 3,
      fingerprint: print,
      backend: backendName(),
    },
    steps: run.step,
    metrics,
    curve: run.curve,
  };
  const ofEncoder = Object.entries(weights).filter(([name]) => name in encoder.weightShapes);
  const stored: Record<string, StoredTensor> = Object.fromEntries(ofEncoder);
  const sha256 = writeModelFolder(folder, baseEncoder, {
    card,
    encoder: stored,
    relations: weights[relationVectors]!,
  });
  return { metrics, steps: run.step, sha256 };
}

function finished(folder: string, print: string, settings: TrainingSettings): TrainingResult {
  const { card, sha256 } = readCard(folder);
  const changed = differences(settings, card.settings);
  if (card.trainedOn.fingerprint !== print) changed.unshift('the data have changed');
  if (changed.length > 0) {
    throw new KindredError(
      'CONFLICT',
      `${folder} holds a model of another run: ${changed.join(', ')}. Train in another folder.`,
    );
  }
  return { metrics: card.metrics, steps: card.steps, sha256 };
}
