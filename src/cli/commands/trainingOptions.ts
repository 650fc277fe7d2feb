import { type Command, InvalidArgumentError, Option } from 'commander';
import { onPreset } from '../../models/training/presets';
import { type TrainingSettingsInput, trainingSettingsSchema } from '../../models/training/settings';
import { KindredError } from '../../shared/errors';
import { describeExpected, type Expected, expectedBy } from '../../shared/expectations';

/** The settings of a training that have an option, and how it is written; choices and ranges are the schema's. */
const flags = {
  encoder: '--encoder <kind>',
  maxSteps: '--steps <n>',
  epochs: '--epochs <n>',
  maxMinutes: '--minutes <n>',
  batchSize: '--batch-size <n>',
  loss: '--loss <kind>',
  relationModel: '--relation-model <kind>',
  relationEncoder: '--relation-encoder <kind>',
  distance: '--distance <norm>',
  gamma: '--gamma <x>',
  maskedLanguageWeight: '--masked-language-weight <x>',
  negatives: '--negatives <n>',
  negativesFrom: '--negatives-from <place>',
  rememberedNegatives: '--remembered-negatives <n>',
  neighbourhood: '--neighbourhood <n>',
  tokenDropout: '--token-dropout <x>',
  learningRate: '--learning-rate <x>',
  relationLearningRate: '--relation-learning-rate <x>',
  schedule: '--schedule <kind>',
  maxLength: '--max-length <n>',
  dimension: '--dimension <n>',
  pooling: '--pooling <kind>',
  precision: '--precision <kind>',
  seed: '--seed <n>',
} as const satisfies Partial<Record<keyof TrainingSettingsInput, string>>;

type Name = keyof typeof flags;
type Given = Readonly<Record<string, unknown>>;

/** Give a command an option for each of them but those that it has in its own way. */
export function addTrainingOptions(command: Command, without: readonly Name[] = []): Command {
  const { properties = {} } = expectedBy(trainingSettingsSchema);
  for (const [name, flag] of Object.entries(flags) as [Name, string][]) {
    if (without.includes(name)) continue;
    const expected = properties[name]!;
    const option = new Option(flag, expected.description);
    if (expected.enum) option.choices(expected.enum.map(String));
    else option.argParser(numberOf(expected));
    command.addOption(name === 'encoder' ? option.default('be-bow') : option);
  }
  return command;
}

/** What the command line says of the training, on top of the preset's settings where there is one. */
export function trainingSettingsOf(given: Given, preset: 'quick' | undefined): TrainingSettingsInput {
  const names = Object.keys(flags) as Name[];
  const said = Object.fromEntries(
    names.map((name) => [name, given[attribute(name)]] as const).filter(([, value]) => value !== undefined),
  ) as TrainingSettingsInput;
  return onPreset(said, preset);
}

/**
 * An error about training settings as the command line says it: `maxLength: expected …` becomes `--max-length: …`.
 *
 * For `catch`; anything else is thrown again as it is.
 */
export function namingOptions(error: unknown): never {
  if (!(error instanceof KindredError)) throw error;
  throw new KindredError(error.code, withOptions(error.message), error.details, { cause: error });
}

/** A name of one word is a word of English too, unless it stands where a fault begins. */
function withOptions(message: string): string {
  const names = Object.keys(flags) as Name[];
  const anywhere = names.filter((name) => /[A-Z]/.test(name)).join('|');
  const long = (name: string) => flags[name as Name].split(' ')[0]!;
  return message
    .replace(new RegExp(`(?<![\\w/."-])(?:${anywhere})(?![\\w/."-])`, 'g'), long)
    .replace(new RegExp(`(?<=(?:^|used: |; ))(?:${names.join('|')})(?=[:,] )`, 'g'), long);
}

function attribute(name: Name): string {
  return new Option(flags[name]).attributeName();
}

function numberOf(expected: Expected): (given: string) => number {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity, type } = expected;
  return (given) => {
    const value = given.trim() === '' ? NaN : Number(given);
    const fits = value >= minimum && value > exclusiveMinimum && value <= maximum;
    if (Number.isFinite(value) && fits && (type !== 'integer' || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`${describeExpected(expected)!.replace(/^a/, 'A')} is expected.`);
  };
}
