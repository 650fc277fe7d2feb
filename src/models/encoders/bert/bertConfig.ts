import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { KindredError } from '../../../shared/errors';
import type { WeightShapes } from '../textEncoder';

const count = z.number().int().min(1);

/** The part of a checkpoint's `config.json` that shapes the computation. RoBERTa's and LUKE's types have their place here. */
const bertConfigSchema = z
  .object({
    model_type: z.literal('bert').default('bert'),
    vocab_size: count,
    hidden_size: count,
    num_hidden_layers: count,
    num_attention_heads: count,
    intermediate_size: count,
    max_position_embeddings: count,
    type_vocab_size: count,
    layer_norm_eps: z.number().positive(),
    hidden_act: z.literal('gelu'),
    position_embedding_type: z.literal('absolute').default('absolute'),
  })
  .refine((config) => config.hidden_size % config.num_attention_heads === 0, {
    path: ['num_attention_heads'],
    error: 'hidden_size must be a multiple of it',
  })
  .transform((config) => ({
    vocabulary: config.vocab_size,
    hidden: config.hidden_size,
    layers: config.num_hidden_layers,
    heads: config.num_attention_heads,
    intermediate: config.intermediate_size,
    positions: config.max_position_embeddings,
    types: config.type_vocab_size,
    epsilon: config.layer_norm_eps,
  }));

export type BertConfig = z.infer<typeof bertConfigSchema>;

/** @throws CORRUPT_FILE naming the file and every field that cannot be used */
export function readBertConfig(folder: string): BertConfig {
  const file = path.join(folder, 'config.json');
  const fault = (what: string, cause?: unknown) =>
    new KindredError(
      'CORRUPT_FILE',
      `${file} does not describe a BERT encoder: ${what}.`,
      { file },
      { cause },
    );
  let json: unknown;
  try {
    json = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (cause) {
    throw fault((cause as Error).message, cause);
  }
  const parsed = bertConfigSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw fault(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}

export const wordEmbeddings = 'embeddings.word_embeddings.weight';

/** Names and shapes of a BERT checkpoint's weights; matrices are `[out, in]`, as PyTorch stores them. */
export function bertShapes({
  vocabulary,
  hidden,
  layers,
  intermediate,
  positions,
  types,
}: BertConfig): WeightShapes {
  const shapes: Record<string, number[]> = {};
  const linear = (name: string, inputs: number, outputs: number) => {
    shapes[`${name}.weight`] = [outputs, inputs];
    shapes[`${name}.bias`] = [outputs];
  };
  const layerNorm = (name: string) => {
    shapes[`${name}.weight`] = [hidden];
    shapes[`${name}.bias`] = [hidden];
  };
  shapes[wordEmbeddings] = [vocabulary, hidden];
  shapes['embeddings.position_embeddings.weight'] = [positions, hidden];
  shapes['embeddings.token_type_embeddings.weight'] = [types, hidden];
  layerNorm('embeddings.LayerNorm');
  for (let layer = 0; layer < layers; layer++) {
    const prefix = `encoder.layer.${layer}`;
    for (const part of ['query', 'key', 'value']) linear(`${prefix}.attention.self.${part}`, hidden, hidden);
    linear(`${prefix}.attention.output.dense`, hidden, hidden);
    layerNorm(`${prefix}.attention.output.LayerNorm`);
    linear(`${prefix}.intermediate.dense`, hidden, intermediate);
    linear(`${prefix}.output.dense`, intermediate, hidden);
    layerNorm(`${prefix}.output.LayerNorm`);
  }
  return shapes;
}
