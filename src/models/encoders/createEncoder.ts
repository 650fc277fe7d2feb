import { badInput } from '../../shared/errors';
import { bagOfWords } from './bagOfWords';
import { bertEncoder } from './bertEncoder';
import { readBertConfig } from './bert/bertConfig';
import { dkrl } from './dkrl';
import type { EncoderKind, EncoderOptions, TextEncoder } from './textEncoder';
import { WordPieces } from './wordPieces';
import { pieceVectors } from './wordVectors';

/**
 * @param folder `config.json` and `tokenizer.json` of a BERT-family checkpoint; its `model.safetensors` is read by
 *               `initialWeights` alone, so a trained model's own folder will do
 * @throws CORRUPT_FILE when the folder's files cannot be used; BAD_INPUT when the options do not fit the checkpoint
 */
export async function createEncoder(
  kind: EncoderKind,
  folder: string,
  options: EncoderOptions,
): Promise<TextEncoder> {
  const config = readBertConfig(folder);
  const wordPieces = WordPieces.load(folder);
  if (wordPieces.size > config.vocabulary) {
    throw badInput(
      `The tokenizer in ${folder} has ${wordPieces.size} tokens, its config.json only ${config.vocabulary}.`,
    );
  }
  const { maxLength, dimension } = options;
  if (!Number.isInteger(maxLength) || maxLength < 3 || maxLength > config.positions) {
    throw badInput(
      `maxLength must be a whole number from 3 to ${config.positions} for this checkpoint; it is ${maxLength}.`,
    );
  }
  const words = () => pieceVectors(folder, config, wordPieces, maxLength);
  switch (kind) {
    case 'be-bow':
      return bagOfWords(kind, words(), options);
    case 'be-dkrl':
      return dkrl(kind, words(), { maxLength, dimension: checkedDimension(dimension) });
    case 'blp':
      return bertEncoder(folder, config, wordPieces, { ...options, dimension: checkedDimension(dimension) });
  }
}

function checkedDimension(dimension: number | undefined): number {
  if (dimension !== undefined && Number.isInteger(dimension) && dimension >= 1 && dimension <= 4096)
    return dimension;
  throw badInput(`dimension must be a whole number from 1 to 4096; it is ${dimension}.`);
}
