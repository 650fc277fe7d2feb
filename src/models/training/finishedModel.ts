import { KindredError } from '../../shared/errors';
import { backendName, tf } from '../backend';
import type { NamedTriple } from '../blp/heldOut';
import { readCard, type StoredRelations, writeModelFolder } from '../blp/modelFolder';
import type { RelationModel } from '../blp/relationModels';
import type { TextEncoder } from '../encoders';
import { differences, type Fingerprints } from './checkpoint';
import { graphFingerprint, type TrainingData } from './data';
import type { Split } from './heldOut';
import { relationProjection } from './objectives';
import { mapValues, toTensor } from './parameters/storedTensors';
import { relationTable } from './relationTable';
import type { RunResult } from './run';
import type { TrainingSettings } from './settings';
import type { GraphTokens } from './tokens';

export interface TrainingResult {
  /** of the kept weights; see {@link Validation} */
  readonly metrics: Record<string, number>;
  readonly steps: number;
  /** of training, with those before an interruption; absent where the model was finished before */
  readonly seconds?: number;
  /** of the model's card, which holds the hashes of its other files */
  readonly sha256: string;
}

/** What was trained, on what. */
export interface Trained {
  readonly data: TrainingData;
  readonly settings: TrainingSettings;
  readonly encoder: TextEncoder;
  readonly model: RelationModel;
  readonly split: Split;
  readonly tokens: GraphTokens;
  readonly prints: Fingerprints;
}

/** Write a model's folder. */
export async function writeTrained(
  folder: string,
  { data, settings, encoder, model, split, tokens, prints }: Trained,
  { run, weights }: RunResult,
): Promise<TrainingResult> {
  const kept = run.curve.find(({ step }) => step === run.bestStep);
  const metrics = { ...kept?.metrics, loss: kept?.loss ?? run.lossSum / run.lossCount };
  const card = {
    encoder: settings.encoder,
    relationModel: settings.relationModel,
    dimension: encoder.dimension,
    entityNormalised: model.queryOf !== 'none' && model.normalised,
    settings,
    relationIds: [...data.relationIds],
    trainedOn: {
      entities: data.entityIds.length,
      triples: split.training.length / 3,
      validationTriples: split.validation.length / 3,
      fingerprint: prints.data,
      graph: graphFingerprint(data),
      base: prints.base,
      backend: backendName(),
    },
    steps: run.step,
    metrics,
    curve: run.curve,
  };
  const ofEncoder = Object.entries(weights).filter(([name]) => name in encoder.weightShapes);
  const sha256 = writeModelFolder(folder, {
    card,
    encoder: encoder.keep(Object.fromEntries(ofEncoder)),
    relations:
      model.queryOf === 'vectors'
        ? await relationsOf(encoder, weights, tokens, data.relationIds.length)
        : undefined,
    heldOut: named(split.validation, data),
  });
  return { metrics, steps: run.step, seconds: run.seconds, sha256 };
}

function named(triples: Int32Array, { entityIds, relationIds }: TrainingData): NamedTriple[] {
  return Array.from({ length: triples.length / 3 }, (_, i) => ({
    head: entityIds[triples[i * 3]!]!,
    relation: relationIds[triples[i * 3 + 1]!]!,
    tail: entityIds[triples[i * 3 + 2]!]!,
  }));
}

/** Vectors of the relations, and what makes those of new ones where that is trained. */
async function relationsOf(
  encoder: TextEncoder,
  weights: RunResult['weights'],
  tokens: GraphTokens,
  count: number,
): Promise<StoredRelations> {
  const tensors = mapValues(weights, toTensor);
  const data = await relationTable(encoder, tensors, tokens).finally(() => tf.dispose(tensors));
  return {
    vectors: { shape: [count, encoder.dimension], data },
    projection: weights[relationProjection],
  };
}

/**
 * What a folder holds already.
 *
 * @throws CONFLICT when it is a model of other data or settings, or of another base encoder
 */
export function finished(folder: string, prints: Fingerprints, settings: TrainingSettings): TrainingResult {
  const { card, sha256 } = readCard(folder);
  const changed = differences(settings, card.settings);
  const { fingerprint, base } = card.trainedOn;
  if (base !== undefined && prints.base !== undefined && base !== prints.base)
    changed.unshift('the base encoder has changed');
  if (fingerprint !== prints.data) changed.unshift('the data have changed');
  if (changed.length > 0) {
    throw new KindredError(
      'CONFLICT',
      `${folder} holds a model of another run: ${changed.join(', ')}. Train in another folder.`,
    );
  }
  return { metrics: card.metrics, steps: card.steps, sha256 };
}
