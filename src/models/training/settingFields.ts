import { z } from 'zod';
import { distances, relationModelKinds } from '../blp/relationModels/relationModel';
import { precisions } from '../encoders/ops/products';
import { encoderKinds } from '../encoders/textEncoder';
import { lossKinds } from './defaults';

const count = z.number().int().min(1);
const share = z.number().min(0).max(1);
const rate = z.number().positive().max(1);

export const validationFields = z
  .strictObject({
    triples: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('held out from training and ranked; 0 turns validation off'),
    candidates: count
      .optional()
      .describe('entities that the true one is ranked among, drawn once; for kg-bert, for each question'),
    heldOut: z
      .enum(['entities', 'triples'])
      .optional()
      .describe(
        'whether whole entities are kept from training, as new ones will be and by default, or triples between known ones, as lookup needs it',
      ),
    every: count
      .optional()
      .describe('steps between validations; a tenth of the run, or of maxMinutes, by default'),
    patience: count.optional().describe('stop after so many validations without a better MRR'),
  })
  .prefault({});

/** What a training can be told, each with what it may be; defaults that follow from another setting are not here. */
export const settingFields = {
  encoder: z
    .enum(encoderKinds)
    .describe("what makes an entity's vector: of its text, or for lookup of nothing"),
  relationModel: z
    .enum(relationModelKinds)
    .default('transe')
    .describe('what scores a head, a relation and a tail'),
  distance: z
    .enum(distances)
    .default('l1')
    .describe('norm of transe: the paper takes l1; l2 is cheaper over many negatives'),
  relationEncoder: z
    .enum(['table', 'text'])
    .default('table')
    .describe(
      'whether a relation has a vector of its own or one read from its text, which new relations have too; text-query has none',
    ),
  loss: z
    .enum(lossKinds)
    .optional()
    .describe(
      'what a step makes smaller; margin by default, contrastive for text-query, which takes no other, and bce for kg-bert',
    ),
  margin: z
    .number()
    .positive()
    .max(1000)
    .default(1)
    .describe('by how much a true triple should win, for the margin loss'),
  gamma: z
    .number()
    .min(0)
    .max(1000)
    .default(0)
    .describe('added to scores by nll and bce: for distances, the one between near and far (KEPLER takes 4)'),
  maskedLanguageWeight: z
    .number()
    .min(0)
    .max(1000)
    .default(0)
    .describe(
      'of the loss of guessing masked tokens of the texts, beside the loss of links (KEPLER takes 1)',
    ),
  negatives: count
    .max(4096)
    .optional()
    .describe('corrupted triples for each true one, for all losses but contrastive'),
  negativesFrom: z
    .enum(['batch', 'graph'])
    .optional()
    .describe(
      "whether corrupted triples take the batch's other entities, or any of the graph, as kg-bert does and lookup can",
    ),
  rememberedNegatives: z
    .number()
    .int()
    .min(0)
    .max(100_000)
    .default(0)
    .describe('entities of earlier batches that are further wrong answers, for contrastive'),
  neighbourhood: count
    .max(65_536)
    .default(1)
    .describe(
      'triples that go into a batch together with their neighbours in the graph, whose entities are harder wrong answers; 1 draws each alone',
    ),
  tokenDropout: z
    .number()
    .min(0)
    .max(0.9)
    .default(0)
    .describe(
      "share of a text's tokens that are left out at random in training, against learning texts by heart",
    ),
  filterNegatives: z
    .boolean()
    .default(true)
    .describe('whether corrupted triples that are in the graph do not count'),
  l2: z.number().min(0).max(1000).optional().describe('weight of the penalty on the vectors of a batch'),
  learningRate: rate.optional().describe("Adam's, at its highest"),
  relationLearningRate: rate.optional().describe('for relation vectors and temperature; the same by default'),
  schedule: z
    .enum(['none', 'linear-warmup-decay'])
    .optional()
    .describe('how the learning rate goes over the steps'),
  warmUpShare: share.optional().describe('share of the steps in which the learning rate grows'),
  batchSize: z.number().int().min(2).max(65_536).optional().describe('triples a step'),
  epochs: z
    .number()
    .positive()
    .optional()
    .describe('passes over the triples; what was published, unless there are steps'),
  maxSteps: count
    .optional()
    .describe('steps after which training ends, if epochs that are given too do not end it sooner'),
  maxMinutes: z
    .number()
    .positive()
    .optional()
    .describe('hard stop by the clock; the best weights so far are kept, the schedule stays as planned'),
  maxLength: z.number().int().min(3).max(512).optional().describe('tokens of a text that are read'),
  dimension: z
    .number()
    .int()
    .min(2)
    .max(4096)
    .optional()
    .describe('width of the vectors, where the encoder leaves it open; 128 by default'),
  pooling: z
    .enum(['cls', 'mean'])
    .optional()
    .describe('whether blp takes the first token or the mean of all'),
  ops: z
    .enum(['plain', 'fast'])
    .default('fast')
    .describe('readable reference operations or the faster equal ones'),
  precision: z
    .enum(precisions)
    .default('float32')
    .describe(
      "of the factors of blp's matrix products in training: bfloat16 is rougher, and faster on CPUs that have it",
    ),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .default(0)
    .describe('of everything that is drawn at random'),
  validation: validationFields,
  checkpointEveryMinutes: z.number().positive().default(3).describe('how much work a killed job may lose'),
};
