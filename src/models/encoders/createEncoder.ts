import { badInput } from '../../shared/errors';
import { bagOfWords } from './bagOfWords';
import { bertEncoder } from './bertEncoder';
import { readBertConfig } from './bert/bertConfig';
import { dkrl } from './dkrl';
import { readEntityIds } from './entityIds';
import { entityRows } from './entityRows';
import type { EncoderKind, EncoderOptions, TextEncoder } from './textEncoder';
import { pretrainedWords, wordsOfModel } from './gloveVectors';
import { usedRows } from './usedRows';
import { readWordVectors } from './wordFiles';
import { WordPieces } from './wordPieces';
import { pieceVectors, type PretrainedWords, type WordVectors } from './wordVectors';

/**
 * @param folder of a trained model; or, but for `glove-bow` and `glove-dkrl`, of a BERT-family checkpoint, whose
 *               `model.safetensors` is read by `initialWeights` alone
 * @throws CORRUPT_FILE when the folder's files cannot be used; BAD_INPUT when the options do not fit them
 */
export async function createEncoder(
  kind: EncoderKind,
  folder: string,
  options: EncoderOptions,
): Promise<TextEncoder> {
  switch (kind) {
    case 'be-bow':
    case 'be-dkrl':
      return wordEncoder(kind, piecesOf(folder, options), options);
    case 'blp':
      return transformer(folder, options);
    case 'glove-bow':
    case 'glove-dkrl':
      return wordEncoder(kind, wordsOfModel(folder, options.maxLength), options);
    case 'lookup':
      return wordEncoder(
        kind,
        entityRows(readEntityIds(folder), checkedDimension(options.dimension)),
        options,
      );
  }
}

/**
 * An encoder before its training.
 *
 * @param base what it starts from: the folder of a BERT-family checkpoint, or word vectors, see {@link readWordVectors};
 *             nothing for `lookup`
 * @param inputs all that training will tokenise: texts, or for `lookup` ids
 * @throws CORRUPT_FILE, BAD_INPUT as {@link createEncoder}; BAD_INPUT for word vectors that are missing or not in order
 */
export async function encoderToTrain(
  kind: EncoderKind,
  base: string,
  inputs: readonly string[],
  options: EncoderOptions,
): Promise<TextEncoder> {
  switch (kind) {
    case 'be-bow':
    case 'be-dkrl':
      return wordEncoder(kind, usedRows(piecesOf(base, options), inputs), options);
    case 'glove-bow':
    case 'glove-dkrl': {
      const words = pretrainedWords(await readWordVectors(base), options.maxLength);
      return wordEncoder(kind, usedRows(words, inputs), options);
    }
    case 'lookup':
      return wordEncoder(kind, entityRows(inputs, checkedDimension(options.dimension)), options);
    case 'blp':
      return transformer(base, options);
  }
}

function transformer(folder: string, options: EncoderOptions): TextEncoder {
  const { config, wordPieces } = checkpointOf(folder, options);
  const dimension = checkedDimension(options.dimension);
  return bertEncoder(folder, config, wordPieces, { ...options, dimension });
}

function piecesOf(folder: string, options: EncoderOptions): PretrainedWords {
  const { config, wordPieces } = checkpointOf(folder, options);
  return pieceVectors(folder, config, wordPieces, options.maxLength);
}

function checkpointOf(folder: string, { maxLength }: EncoderOptions) {
  const config = readBertConfig(folder);
  const wordPieces = WordPieces.load(folder);
  if (wordPieces.size > config.vocabulary) {
    throw badInput(
      `The tokenizer in ${folder} has ${wordPieces.size} tokens, its config.json only ${config.vocabulary}.`,
    );
  }
  if (!Number.isInteger(maxLength) || maxLength < 3 || maxLength > config.positions) {
    throw badInput(
      `maxLength must be a whole number from 3 to ${config.positions} for this checkpoint; it is ${maxLength}.`,
    );
  }
  return { config, wordPieces };
}

function wordEncoder(
  kind: Exclude<EncoderKind, 'blp'>,
  words: WordVectors,
  options: EncoderOptions,
): TextEncoder {
  switch (kind) {
    case 'be-bow':
    case 'glove-bow':
    case 'lookup':
      return bagOfWords(kind, words, options);
    case 'be-dkrl':
    case 'glove-dkrl':
      return dkrl(kind, words, {
        maxLength: options.maxLength,
        dimension: checkedDimension(options.dimension),
      });
  }
}

function checkedDimension(dimension: number | undefined): number {
  if (dimension !== undefined && Number.isInteger(dimension) && dimension >= 1 && dimension <= 4096)
    return dimension;
  throw badInput(`dimension must be a whole number from 1 to 4096; it is ${dimension}.`);
}
