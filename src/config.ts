import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { EncoderKind } from './models/encoders/textEncoder';
import { type LanguageCode, languageCodes } from './models/search/analysis/languages';
import { KindredError } from './shared/errors';
import { readOrigins } from './shared/origins';
import { projectRoot } from './shared/paths';
import { zodFaults } from './shared/zodFaults';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

/** Every setting, read from the environment; `describe` is what `kindred settings` and the README show. */
export const settingsSchema = z.object({
  KINDRED_DATA: z
    .string()
    .default(path.join(projectRoot, 'data'))
    .describe('folder for the local database, trained models, checkpoints and the generated secrets'),
  KINDRED_CACHE: z
    .string()
    .default(path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'kindred'))
    .describe('folder for what set-up fetches once: TensorFlow, Neo4j, the base encoder'),
  NEO4J_URI: z
    .string()
    .regex(/^(neo4j|bolt)(\+s|\+ssc)?:\/\//, 'expected bolt://, neo4j:// or one of their +s forms')
    .optional()
    .describe('a Neo4j 5 server to use; without it a local one is started'),
  NEO4J_USERNAME: z.string().default('neo4j').describe('user for NEO4J_URI'),
  NEO4J_PASSWORD: z.string().optional().describe('password for NEO4J_URI'),
  NEO4J_DATABASE: z.string().default('neo4j').describe('database name'),
  KINDRED_NEO4J_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(256)
    .default(1024)
    .describe('Java heap of the local Neo4j in MiB; its page cache takes half as much again'),
  KINDRED_HOST: z.string().default('127.0.0.1').describe('address the API listens on'),
  KINDRED_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(4000)
    .describe('port of the API; 0 takes a free one'),
  KINDRED_HOSTS: z
    .string()
    .default('')
    .transform((names) =>
      names
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter(Boolean),
    )
    .describe(
      'further host names, comma-separated, by which an API bound to loopback may be addressed (a proxy)',
    ),
  KINDRED_ORIGINS: z
    .string()
    .default('')
    .transform(readOrigins)
    .describe('web pages that may use the API from another origin, comma-separated: http://localhost:5173'),
  KINDRED_TOKEN: z
    .string()
    .min(16, 'expected at least 16 characters')
    .optional()
    .describe('bearer token for mutations; without it one is generated and shown once'),
  KINDRED_WORKER: flag.default(true).describe('whether `serve` starts a worker process for jobs'),
  KINDRED_BASE_ENCODER: z
    .string()
    .optional()
    .describe('folder with config.json, tokenizer.json and model.safetensors of a BERT-family checkpoint'),
  KINDRED_WORD_VECTORS: z
    .string()
    .optional()
    .describe(
      'word vectors that glove-bow and glove-dkrl start from: a file of lines "word v1 … vd", or a folder',
    ),
  KINDRED_CROSS_ENCODER: z
    .string()
    .optional()
    .describe(
      'folder of a cross-encoder that searches may be reranked by: a transformers.js model for sequence classification',
    ),
  KINDRED_SEARCH_LANGUAGE: z
    .enum(languageCodes as [LanguageCode, ...LanguageCode[]])
    .default('en')
    .describe(
      'language of the texts that are searched: whose word forms are one word; `none` takes words as they are',
    ),
  KINDRED_LOG: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('least level of the log lines on standard error'),
  KINDRED_MAX_DEPTH: z.coerce.number().int().min(1).default(12).describe('deepest GraphQL selection'),
  KINDRED_MAX_COST: z.coerce
    .number()
    .int()
    .min(1)
    .default(5000)
    .describe('largest GraphQL cost, variables included'),
  KINDRED_MAX_TOKENS: z.coerce
    .number()
    .int()
    .min(1)
    .default(2000)
    .describe('most lexical tokens in a GraphQL document'),
  KINDRED_MAX_LIST: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(1000)
    .describe('most items in an input list and largest `first`'),
  KINDRED_MAX_REQUESTS: z.coerce
    .number()
    .int()
    .min(0)
    .default(6000)
    .describe('most operations a minute from one address; 0: any number'),
  KINDRED_MAX_BODY_KB: z.coerce.number().int().min(1).default(1024).describe('largest request body in KiB'),
});

/** Settings whose values are shown nowhere. */
export const secretSettings: ReadonlySet<string> = new Set(['NEO4J_PASSWORD', 'KINDRED_TOKEN']);

export type Settings = z.infer<typeof settingsSchema>;

/** Where training finds what an encoder starts from, if anything: what set-up brought, unless something else is set. */
export function baseEncoderFolder(
  { KINDRED_BASE_ENCODER, KINDRED_WORD_VECTORS, KINDRED_CACHE }: Settings,
  encoder: EncoderKind = 'blp',
): string {
  switch (encoder) {
    case 'be-bow':
    case 'be-dkrl':
    case 'blp':
      return KINDRED_BASE_ENCODER ?? path.join(KINDRED_CACHE, 'all-MiniLM-L6-v2');
    case 'glove-bow':
    case 'glove-dkrl':
      return KINDRED_WORD_VECTORS ?? path.join(KINDRED_CACHE, 'glove-6b-50d');
    case 'lookup':
      return '';
  }
}

/** @throws BAD_INPUT naming every setting that is wrong, what was expected and what came */
export function loadSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const known = Object.fromEntries(
    Object.keys(settingsSchema.shape).map((name) => [
      name,
      environment[name] === '' ? undefined : environment[name],
    ]),
  );
  const parsed = settingsSchema.safeParse(known);
  if (parsed.success) return parsed.data;
  const faults = zodFaults(settingsSchema, parsed.error, known, secretSettings);
  throw new KindredError('BAD_INPUT', `These settings are not usable: ${faults.join('; ')}.`);
}
