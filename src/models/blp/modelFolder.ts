import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { KindredError } from '../../shared/errors';
import { makeResultFolder, sha256OfFile, writeFileAtomically } from '../../shared/files';
import { counted } from '../../shared/terminal';
import { rowOf } from '../../shared/vectors';
import { readSafetensors, type StoredTensor, writeSafetensors } from '../encoders/safetensors';
import type { KeptEncoder } from '../encoders/textEncoder';
import { heldOutFile, heldOutText, type NamedTriple, nothingHeldOut, parseHeldOut } from './heldOut';
import { createRelationModel } from './relationModels';
import { type ModelCard, modelCardSchema } from './modelCard';

const cardFile = 'model.json';
const encoderFile = 'encoder.safetensors';
const relationsFile = 'relations.safetensors';
const relationsTensor = 'relations';
const projectionTensor = 'projection';

/** What a model's folder holds. */
export interface StoredModel {
  readonly card: ModelCard;
  readonly encoder: Record<string, StoredTensor>;
  /** absent where relations have no vectors */
  readonly relations?: StoredRelations;
}

/** What a model knows of relations. */
export interface StoredRelations {
  /** `[relations, dimension]` */
  readonly vectors: StoredTensor;
  /** `[dimension, dimension]` of a model that reads relations' vectors from their texts */
  readonly projection?: StoredTensor;
}

/** Whether the folder holds a finished model; `model.json` is written last. */
export function holdsModel(folder: string): boolean {
  return fs.existsSync(path.join(folder, cardFile));
}

/** What a training has made. */
export interface NewModel extends Pick<StoredModel, 'relations'> {
  readonly card: Omit<ModelCard, 'format' | 'files'>;
  /** its weights, and the files that it is made of again */
  readonly encoder: KeptEncoder;
  /** triples kept from training and used for validation, to be evaluated with later */
  readonly heldOut: readonly NamedTriple[];
}

/** @returns SHA-256 of `model.json`, which holds those of the other files */
export function writeModelFolder(folder: string, { card, encoder, relations, heldOut }: NewModel): string {
  makeResultFolder(folder);
  writeSafetensors(path.join(folder, encoderFile), encoder.weights);
  if (relations) {
    const { vectors, projection } = relations;
    const tensors = { [relationsTensor]: vectors, ...(projection && { [projectionTensor]: projection }) };
    writeSafetensors(path.join(folder, relationsFile), tensors);
  }
  if (heldOut.length > 0) fs.writeFileSync(path.join(folder, heldOutFile), heldOutText(heldOut));
  const texts = Object.entries(encoder.files);
  for (const [name, text] of texts) fs.writeFileSync(path.join(folder, name), text);
  const names = [
    encoderFile,
    ...(relations ? [relationsFile] : []),
    ...(heldOut.length > 0 ? [heldOutFile] : []),
    ...texts.map(([name]) => name),
  ];
  const files = Object.fromEntries(names.map((name) => [name, sha256OfFile(path.join(folder, name))]));
  const text = JSON.stringify({ format: 'kindred-model/1', ...card, files } satisfies ModelCard, null, 2);
  writeFileAtomically(path.join(folder, cardFile), text);
  return sha256OfText(text);
}

/** @throws CORRUPT_FILE naming the file: missing, not a card, or not what the card's hash says */
export function readCard(folder: string): { card: ModelCard; sha256: string } {
  const target = path.join(folder, cardFile);
  let text: string;
  try {
    text = fs.readFileSync(target, 'utf8');
  } catch (cause) {
    throw corrupt(target, 'it cannot be read', cause);
  }
  try {
    return { card: modelCardSchema.parse(JSON.parse(text)), sha256: sha256OfText(text) };
  } catch (cause) {
    throw corrupt(target, 'it is not a model card of this version', cause);
  }
}

/** @throws CORRUPT_FILE naming the file that is missing, damaged, or does not fit the card */
export function readModelFolder(folder: string): StoredModel {
  const { card, relations } = readRelations(folder);
  for (const name of Object.keys(card.files)) {
    if (name !== relationsFile) checkFile(folder, card, name);
  }
  if (card.files[encoderFile] === undefined) throw unnamed(folder, encoderFile);
  return { card, relations, encoder: readSafetensors(path.join(folder, encoderFile)) };
}

/**
 * The part of a model that predicts links between entities whose vectors are known.
 *
 * @throws CORRUPT_FILE naming the file that is missing, damaged, or does not fit the card
 */
export function readRelations(folder: string): Pick<StoredModel, 'card' | 'relations'> {
  const { card } = readCard(folder);
  if (createRelationModel(card.settings).queryOf !== 'vectors') return { card };
  checkFile(folder, card, relationsFile);
  const tensors = readSafetensors(path.join(folder, relationsFile));
  const expect = (name: string, what: string, shape: readonly number[]): StoredTensor => {
    const tensor = tensors[name];
    if (tensor?.shape.join() === shape.join()) return tensor;
    throw corrupt(
      path.join(folder, relationsFile),
      `model.json promises ${what}, it has [${tensor?.shape.join(', ') ?? ''}]`,
    );
  };
  const { dimension, relationIds, settings } = card;
  const vectors = expect(
    relationsTensor,
    `${counted(relationIds.length, 'relation')} of width ${dimension}`,
    [relationIds.length, dimension],
  );
  if (settings.relationEncoder === 'table') return { card, relations: { vectors } };
  const square = [dimension, dimension];
  return {
    card,
    relations: { vectors, projection: expect(projectionTensor, 'a projection of relations', square) },
  };
}

/**
 * The triples that training kept for validation: what the model can be evaluated with.
 *
 * @throws BAD_INPUT where there are none, saying what to do; CORRUPT_FILE
 */
export function readHeldOut(folder: string): NamedTriple[] {
  const { card } = readCard(folder);
  if (card.files[heldOutFile] === undefined) throw nothingHeldOut(card.trainedOn.validationTriples);
  checkFile(folder, card, heldOutFile);
  return parseHeldOut(fs.readFileSync(path.join(folder, heldOutFile), 'utf8'));
}

/** Relation vectors `[dimension]` by id; none where relations have none. */
export function relationVectors({
  card,
  relations,
}: Pick<StoredModel, 'card' | 'relations'>): Map<string, Float32Array> {
  if (!relations) return new Map();
  const { relationIds, dimension } = card;
  return new Map(relationIds.map((id, row) => [id, rowOf(relations.vectors.data, row, dimension).slice()]));
}

/** @throws CORRUPT_FILE when it is missing, or is not what the card's hash says */
export function checkFile(folder: string, card: ModelCard, name: string): void {
  const sha256 = card.files[name];
  const target = path.join(folder, name);
  if (sha256 === undefined) throw unnamed(folder, name);
  if (!fs.existsSync(target)) throw corrupt(target, 'it is missing');
  if (sha256OfFile(target) !== sha256) throw corrupt(target, 'its SHA-256 is not the one in model.json');
}

function unnamed(folder: string, name: string): KindredError {
  return corrupt(path.join(folder, cardFile), `it gives no hash for ${name}`);
}

export function corrupt(target: string, what: string, cause?: unknown): KindredError {
  return new KindredError(
    'CORRUPT_FILE',
    `${target} cannot be used: ${what}. Restore the model's folder or train the model again.`,
    { file: target },
    { cause },
  );
}

function sha256OfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
