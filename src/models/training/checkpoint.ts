import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { KindredError } from '../../shared/errors';
import { makeResultFolder, sha256OfFile, writeFileAtomically } from '../../shared/files';
import { readSafetensors, type StoredTensor, writeSafetensors } from '../encoders/safetensors';
import type { ParameterState } from './parameters';
import { type TrainingSettings, trainingSettingsSchema } from './settings';

const metrics = z.record(z.string(), z.number());
const file = z.strictObject({ name: z.string().regex(/^[a-z0-9.-]+$/), sha256: z.string() });

/** Everything about a run that is not a tensor. What is drawn at random follows from the seed and the step. */
const runSchema = z.strictObject({
  /** steps done */
  step: z.number().int().min(0),
  seconds: z.number(),
  /** sum of the losses since the last validation, and how many they are */
  lossSum: z.number(),
  lossCount: z.number().int(),
  /** what each validation found */
  curve: z.array(z.strictObject({ step: z.number().int(), loss: z.number(), metrics })),
  bestStep: z.number().int().nullable(),
});

const headerSchema = z.strictObject({
  format: z.literal('kindred-checkpoint/1'),
  fingerprint: z.string(),
  base: z.string().optional(),
  settings: z.unknown(),
  run: runSchema,
  state: file,
  best: file.nullable(),
});

export type RunState = z.infer<typeof runSchema>;

/** What a run is made of, besides its settings; hexadecimal. */
export interface Fingerprints {
  /** of entities, texts, relations and triples */
  readonly data: string;
  /** of what the encoder starts from; absent for `lookup` */
  readonly base?: string;
}

export interface Checkpoint {
  readonly run: RunState;
  readonly parameters: ParameterState;
  /** of the {@link EntityMemory}, where there is one */
  readonly memory: Record<string, StoredTensor>;
  /** weights at `run.bestStep` */
  readonly best: Record<string, StoredTensor> | null;
}

/** Whether the folder, where a model is to go, holds a training that has not ended. */
export function holdsCheckpoint(folder: string): boolean {
  return fs.existsSync(path.join(folder, checkpointName, 'checkpoint.json'));
}

/** In the folder that a model is to go to. */
export const checkpointName = 'checkpoint';

/** Settings that say when to stop or save, not what a step computes; they may differ when a run goes on. */
const free = ['maxMinutes', 'checkpointEveryMinutes'] as const;

/**
 * The checkpoint of one run: `checkpoint.json` names the weight files it belongs with and their hashes, and is renamed
 * into place after them. A process killed while it writes leaves the former checkpoint whole.
 */
export class CheckpointFolder {
  private readonly header: string;

  constructor(
    private readonly folder: string,
    private readonly prints: Fingerprints,
    private readonly settings: TrainingSettings,
  ) {
    this.header = path.join(folder, 'checkpoint.json');
  }

  write({ run, parameters, memory, best }: Checkpoint): void {
    makeResultFolder(this.folder);
    const state = this.writeTensors(`state-${run.step}.safetensors`, {
      ...renamed(parameters.weights, (name) => `weights/${name}`),
      ...renamed(parameters.means, (name) => `means/${name}`),
      ...renamed(parameters.squares, (name) => `squares/${name}`),
      ...renamed(memory, (name) => `memory/${name}`),
    });
    const bestFile = best && this.writeTensors(`best-${run.bestStep}.safetensors`, best);
    const { prints, settings } = this;
    const { data: fingerprint, base } = prints;
    const header = {
      format: 'kindred-checkpoint/1',
      fingerprint,
      base,
      settings,
      run,
      state,
      best: bestFile,
    };
    writeFileAtomically(this.header, JSON.stringify(header, null, 2));
    const named = new Set([path.basename(this.header), state.name, bestFile?.name]);
    for (const name of fs.readdirSync(this.folder))
      if (!named.has(name)) fs.rmSync(path.join(this.folder, name));
  }

  /**
   * @returns undefined when there is none
   * @throws CONFLICT when it belongs to other data or settings; CORRUPT_FILE when a file does not match its hash
   */
  read(): Checkpoint | undefined {
    if (!fs.existsSync(this.header)) return undefined;
    const { fingerprint, base, settings, run, state, best } = this.readHeader();
    if (fingerprint !== this.prints.data) {
      throw this.conflict('other data: entities, texts, relations or triples have changed since');
    }
    if (base !== undefined && base !== this.prints.base) {
      throw this.conflict('another base encoder: the files that the encoder starts from have changed since');
    }
    const changed = differences(this.settings, settings);
    if (changed.length > 0) throw this.conflict(`other settings: ${changed.join(', ')}`);
    const tensors = this.readTensors(state);
    const part = (prefix: string): Record<string, StoredTensor> =>
      Object.fromEntries(
        Object.entries(tensors)
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, tensor]) => [name.slice(prefix.length), tensor]),
      );
    const parameters = {
      updates: run.step,
      weights: part('weights/'),
      means: part('means/'),
      squares: part('squares/'),
    };
    return { run, parameters, memory: part('memory/'), best: best && this.readTensors(best) };
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  private readHeader(): z.infer<typeof headerSchema> {
    try {
      return headerSchema.parse(JSON.parse(fs.readFileSync(this.header, 'utf8')));
    } catch (cause) {
      throw corrupt(this.header, 'it is not a checkpoint of this version', cause);
    }
  }

  private conflict(what: string): KindredError {
    return new KindredError(
      'CONFLICT',
      `The checkpoint in ${this.folder} was made with ${what}. Train in another folder, or delete this one to start over.`,
    );
  }

  /** A file of that name which a former checkpoint left is the same weights already. */
  private writeTensors(name: string, tensors: Record<string, StoredTensor>): z.infer<typeof file> {
    const target = path.join(this.folder, name);
    writeSafetensors(target, tensors);
    return { name, sha256: sha256OfFile(target) };
  }

  private readTensors({ name, sha256 }: z.infer<typeof file>): Record<string, StoredTensor> {
    const target = path.join(this.folder, name);
    if (!fs.existsSync(target)) throw corrupt(target, 'it is missing');
    if (sha256OfFile(target) !== sha256) throw corrupt(target, 'its hash is not the one that was written');
    return readSafetensors(target);
  }
}

function corrupt(target: string, what: string, cause?: unknown): KindredError {
  return new KindredError(
    'CORRUPT_FILE',
    `${target} cannot be used: ${what}. Delete the folder around it to train from the start.`,
    { file: target },
    { cause },
  );
}

function renamed(
  tensors: Record<string, StoredTensor>,
  rename: (name: string) => string,
): Record<string, StoredTensor> {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [rename(name), tensor]));
}

/** "learningRate is 0.1, was 0.2" for every setting that shapes the run. */
export function differences(now: TrainingSettings, stored: unknown): string[] {
  const parsed = trainingSettingsSchema.safeParse(stored);
  if (!parsed.success) return ['they cannot be read by this version'];
  const before: Record<string, unknown> = parsed.data;
  // Through JSON, as the stored ones went: it drops what is undefined.
  return Object.entries(trainingSettingsSchema.parse(JSON.parse(JSON.stringify(now))))
    .filter(
      ([name, value]) =>
        !(free as readonly string[]).includes(name) && !isDeepStrictEqual(value, before[name]),
    )
    .map(([name, value]) => `${name} is ${JSON.stringify(value)}, was ${JSON.stringify(before[name])}`);
}
