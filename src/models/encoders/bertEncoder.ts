import { tf } from '../backend';
import { bertShapes, type BertConfig } from './bert/bertConfig';
import { bertForward } from './bert/bertForward';
import { maskedLanguageHead } from './bert/maskedLanguageHead';
import { alternatingTypes } from './bert/segmentTypes';
import { checkpointFiles, readCheckpoint } from './checkpoint';
import { fitting } from './fitting';
import { orthonormal, xavierUniform } from './initialisation';
import { fastOps } from './ops/fastOps';
import { plainOps } from './ops/plainOps';
import type { EncoderOptions, TextEncoder } from './textEncoder';
import { tokenMean } from './tokenMean';
import type { WordPieces } from './wordPieces';

const projection = 'projection.weight';

/**
 * `blp` (BLP, section 3.1): BERT's token states pooled to one vector (`[CLS]`'s as in the paper, or the mean of all,
 * which fits checkpoints trained as sentence encoders) and projected by W, without a bias.
 *
 * W starts Xavier-uniform for `cls`, and as a random orthonormal projection for `mean`, see {@link orthonormal}.
 */
export function bertEncoder(
  folder: string,
  config: BertConfig,
  wordPieces: WordPieces,
  {
    maxLength,
    dimension,
    pooling = 'cls',
    ops: choice,
    precision,
    segmentTypes = false,
  }: EncoderOptions & { dimension: number },
): TextEncoder {
  const ops = choice === 'fast' ? fastOps(precision) : plainOps;
  const baseShapes = bertShapes(config);
  const [first, last] = wordPieces.frame;

  return {
    kind: 'blp',
    dimension,
    weightShapes: { ...baseShapes, [projection]: [dimension, config.hidden] },
    maskedLanguage: maskedLanguageHead(folder, config, ops, wordPieces),

    tokenize(texts) {
      const found = texts.map((text) => wordPieces.piecesOf(wordPieces.words(text), maxLength - 2));
      return {
        ids: found.map(({ ids }) => Int32Array.from([first, ...ids, last])),
        truncated: found.map(({ truncated }) => truncated),
      };
    },

    /** `[CLS] a [SEP] b [SEP]`, of texts that are framed themselves. */
    join(parts) {
      const bare = parts.map((part) => part.subarray(1, -1));
      const kept = fitting(
        bare.map(({ length }) => length),
        maxLength - 1 - parts.length,
      );
      return {
        ids: Int32Array.from([first, ...bare.flatMap((part, i) => [...part.subarray(0, kept[i]), last])]),
        truncated: bare.some((part, i) => part.length > kept[i]!),
      };
    },

    embed: (weights, batch) =>
      tf.tidy(() => {
        const types = segmentTypes && config.types > 1 ? alternatingTypes(batch, last) : undefined;
        const states = bertForward(config, ops, weights, batch, { firstOnly: pooling === 'cls', types });
        const pooled = pooling === 'cls' ? states : tokenMean(states, batch);
        return tf.matMul(pooled, weights[projection] as tf.Tensor2D, false, true);
      }),

    keep: (weights) => ({ weights, files: checkpointFiles(folder) }),

    initialWeights: (seed) => ({
      ...readCheckpoint(folder, baseShapes),
      [projection]: (pooling === 'mean' ? orthonormal : xavierUniform)(dimension, config.hidden, seed),
    }),
  };
}
