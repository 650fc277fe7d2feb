import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type TrainingSettings, trainingSettingsSchema } from '../../models/training';
import { KindredError } from '../../shared/errors';
import { makeResultFolder, writeFileAtomically } from '../../shared/files';
import { readJsonFile } from '../../shared/jsonFile';

/** What a run was asked for, by names that people know. */
export type Asked = Readonly<Record<string, unknown>>;

const schema = z.strictObject({
  asked: z.record(z.string(), z.unknown()),
  settings: trainingSettingsSchema,
});

/**
 * The settings that a run in a folder was planned with, made once: what was begun goes on, or is used again, only if the
 * same is asked for.
 *
 * @throws CONFLICT naming what is asked for otherwise; CORRUPT_FILE
 */
export async function keptPlan(
  folder: string,
  given: Asked,
  make: () => Promise<TrainingSettings>,
): Promise<TrainingSettings> {
  const file = path.join(folder, 'plan.json');
  const asked = JSON.parse(JSON.stringify(given)) as Asked;
  if (!fs.existsSync(file)) {
    const settings = await make();
    makeResultFolder(folder);
    writeFileAtomically(file, JSON.stringify({ asked, settings }, null, 2));
  }
  const kept = readJsonFile(
    file,
    schema,
    'the plan of a run',
    `Delete ${folder} to begin anew, or name another (--out).`,
  );
  const names = new Set([...Object.keys(kept.asked), ...Object.keys(asked)]);
  const differences = [...names]
    .filter((name) => !isDeepStrictEqual(kept.asked[name], asked[name]))
    .map((name) => `${name} ${told(kept.asked[name])}, not ${told(asked[name])}`);
  if (differences.length === 0) return kept.settings;
  throw new KindredError(
    'CONFLICT',
    `${folder} was begun with ${differences.join('; ')}. Ask for the same, name another folder (--out), or delete this one.`,
    { folder },
  );
}

/** Short values as they are; of long ones that they are others is enough. */
function told(value: unknown): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}

/** A hash of what some files hold, in their order; those that are not there are left out. */
export function contentsOf(files: readonly (string | undefined)[]): string {
  const hash = createHash('sha256');
  for (const file of files)
    if (file !== undefined) hash.update(createHash('sha256').update(fs.readFileSync(file)).digest());
  return hash.digest('hex').slice(0, 16);
}
