import path from 'node:path';
import { badInput } from '../../shared/errors';
import { makeResultFolder } from '../../shared/files';
import type { OnProgress } from '../../shared/progress';
import { count, counted } from '../../shared/terminal';
import { backendName } from '../backend';
import { encoderOptions } from '../blp/encoderOptions';
import { holdsModel } from '../blp/modelFolder';
import { createRelationModel, type RelationModel } from '../blp/relationModels';
import { baseFingerprint, encoderToTrain, padsTexts, readsTexts, type TextEncoder } from '../encoders';
import { concat } from '../triples/concat';
import { KnownTriples } from '../triples/knownTriples';
import { CheckpointFolder, checkpointName } from './checkpoint';
import { checkTrainingData, fingerprint, linkedEntities, type TrainingData } from './data';
import { Epochs } from './epochs';
import { finished, type TrainingResult, writeTrained } from './finishedModel';
import { holdOut, type Split } from './heldOut';
import { initialParameters } from './initialParameters';
import { checkMemory } from './memory';
import { createObjective } from './objectives';
import { freshRun, Run } from './run';
import { stepsOf, type TrainingSettings } from './settings';
import { type GraphTokens, inputsOf, tokenizeGraph } from './tokens';
import { TripleValidation } from './tripleValidation';
import { Validation } from './validation';

export interface TrainingOptions {
  readonly data: TrainingData;
  readonly settings: TrainingSettings;
  /** where the finished model goes, and its checkpoints until then */
  readonly folder: string;
  /** what the encoder starts from: the folder of a BERT-family checkpoint, or word vectors; empty for `lookup` */
  readonly baseEncoder: string;
  readonly onProgress: OnProgress;
  readonly onLog?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Train an encoder and relation vectors on a graph, and write them to `folder` as a model.
 *
 * A run that was stopped or killed goes on from its last checkpoint, and ends with the weights that an unbroken run on
 * the same machine ends with, bit for bit, unless the clock ends it (`maxMinutes`). A folder that holds the finished
 * model is left as it is.
 *
 * @throws BAD_INPUT for data that cannot be trained on, or a loss that is not finite; CONFLICT when the folder holds
 *         work on other data or settings; CORRUPT_FILE; CANCELLED after a checkpoint when the signal says so
 */
export async function trainModel(options: TrainingOptions): Promise<TrainingResult> {
  checkTrainingData(options.data);
  const { encoder, negativesFrom } = options.settings;
  const data = readsTexts(encoder) ? options.data : linkedEntities(options.data);
  if (negativesFrom === 'graph' && data.entityIds.length < 2) {
    throw badInput(
      `There is no entity but ${JSON.stringify(data.entityIds[0])} that ${encoder} could take for a wrong answer. ` +
        'Add links between others, or take negatives from the batch.',
    );
  }
  return trainOn({ ...options, data });
}

async function trainOn(options: TrainingOptions): Promise<TrainingResult> {
  const { data, settings, folder, baseEncoder } = options;
  const fingerprints = () => ({
    data: fingerprint(data),
    base: baseFingerprint(settings.encoder, baseEncoder),
  });
  if (holdsModel(folder)) return finished(folder, fingerprints(), settings);
  makeResultFolder(folder); // what cannot be written is found out now, not after hours

  const { precision } = settings;
  const how = encoderOptions(settings);
  const inputs = inputsOf(settings.encoder, data);
  const encoder = await encoderToTrain(settings.encoder, baseEncoder, inputs, how);
  const split = holdOut(data, settings);
  const prints = fingerprints();
  const checkpoints = new CheckpointFolder(path.join(folder, checkpointName), prints, settings);
  const model = createRelationModel(settings);
  if (model.queryOf !== 'none' && model.even && encoder.dimension % 2 !== 0) {
    throw badInput(
      `${settings.relationModel} needs vectors of an even dimension; that of ${settings.encoder} is ${encoder.dimension}.`,
    );
  }
  const trained =
    precision === 'float32'
      ? encoder
      : await encoderToTrain(settings.encoder, baseEncoder, inputs, { ...how, precision });
  const tokens = await tokenizeGraph(encoder, data, options);
  const run = prepare(options, { encoder, trained, model, split, tokens }, checkpoints);
  try {
    const result = await run.toTheEnd();
    const made = { data, settings, encoder, model, split, tokens, prints };
    const written = await writeTrained(folder, made, result);
    checkpoints.remove();
    return written;
  } finally {
    run.dispose();
  }
}

/** What is trained, and with what. */
interface Parts {
  readonly encoder: TextEncoder;
  /** the same for gradients, by the settings' precision; what is validated and served is computed in float32 */
  readonly trained: TextEncoder;
  readonly model: RelationModel;
  readonly split: Split;
  readonly tokens: GraphTokens;
}

function prepare(
  { data, settings, onProgress, onLog = () => {}, signal }: TrainingOptions,
  { encoder, trained, model, split, tokens }: Parts,
  checkpoints: CheckpointFolder,
): Run {
  checkMemory(settings, encoder, data.entityIds.length);
  const { validation: given = new Int32Array(0) } = data;
  const { batchSize, seed, neighbourhood } = settings;
  const epochs = new Epochs(
    split.training,
    tokens.entities,
    batchSize,
    seed,
    padsTexts(encoder.kind),
    neighbourhood,
  );
  const steps = stepsOf(settings, epochs.batchesPerEpoch);
  const { candidates } = settings.validation;
  const { validation: triples } = split;
  const entities = data.entityIds.length;
  const validates = () => {
    const known = new KnownTriples(concat([data.triples, given]), entities);
    const task = { encoder, tokens, triples, known, candidates, seed: settings.seed };
    return model.queryOf === 'none' ? new TripleValidation(task) : new Validation({ ...task, model });
  };
  const checkpoint = checkpoints.read();
  onLog(
    `${counted(split.training.length / 3, 'triple')} of ${counted(data.entityIds.length, 'entity')}` +
      (given.length > 0 ? ', those of validation included; ' : ', ') +
      `${count(split.validation.length / 3)} held out; ${counted(steps, 'step')} of ${counted(settings.batchSize, 'triple')} on ${backendName()}` +
      (checkpoint ? `; going on from step ${count(checkpoint.run.step)}` : ''),
  );
  const start = checkpoint ?? {
    run: freshRun,
    parameters: initialParameters(encoder, model, data, settings),
    memory: {},
    best: null,
  };
  const objective = createObjective({ encoder: trained, model, settings, entities, triples: split.training });
  const validation = triples.length > 0 ? validates() : undefined;
  const plan = { encoder, settings, objective, triples: split.training, tokens, validation, epochs, steps };
  return new Run({ ...plan, checkpoints, onProgress, onLog, signal }, start);
}
