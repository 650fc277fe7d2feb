import { InvalidArgumentError } from 'commander';

/** Parses an option's value; commander adds which option it is. */
export function wholeNumber(least: number, most: number): (given: string) => number {
  return (given) => {
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`A whole number from ${least} to ${most} is expected.`);
  };
}

export function positiveNumber(given: string): number {
  const value = Number(given);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('A number above 0 is expected.');
}

/** A path or a name; an empty one is what a script's unset variable leaves. */
export function named(given: string): string {
  if (given !== '') return given;
  throw new InvalidArgumentError('Something is expected, not an empty text.');
}

/** For an option that may be given several times. */
export function collect(given: string, before: string[] = []): string[] {
  return [...before, given];
}
