import type { z } from 'zod';
import { describeExpected, type Expected, expectedBy, withoutNull } from './expectations';

type Path = readonly PropertyKey[];

/**
 * What is wrong with a value, one plain sentence for each fault: `port: expected a whole number from 0 to 65535, came
 * "abc"`.
 *
 * @param given   what the schema refused
 * @param secrets names whose values are never shown
 */
export function zodFaults(
  schema: z.ZodType,
  error: z.ZodError,
  given: unknown,
  secrets: ReadonlySet<string> = new Set(),
): string[] {
  const whole = expectedBy(schema);
  return error.issues.map((issue) => {
    const name = issue.path.join('.');
    const expected = at(whole, issue.path);
    if (issue.code === 'unrecognized_keys') return unknownNames(issue.keys, name, expected);
    const wanted = (expected && describeExpected(expected)) ?? plain(issue);
    return `${name || 'the whole'}: expected ${wanted}${came(valueAt(given, issue.path), secrets.has(name))}`;
  });
}

/** A schema's own words where it has some; they have what is wanted after "expected". */
function plain(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  const own = /^(?:Too (?:small|big): )?expected (.*)$/s.exec(message)?.[1];
  if (own !== undefined) return own;
  return issue.code === 'invalid_type' ? `a ${issue.expected}` : message;
}

function unknownNames(names: readonly string[], parent: string, expected: Expected | undefined): string {
  const known = Object.keys((expected && withoutNull(expected))?.properties ?? {}).join(', ');
  const shown = names.map((name) => (parent ? `${parent}.${name}` : name)).join(', ');
  return `${shown}: not known; expected some of ${known}`;
}

function came(value: unknown, secret: boolean): string {
  if (secret) return ''; // not even a part of it
  return value === undefined ? ', came nothing' : `, came ${JSON.stringify(value)}`;
}

function at(expected: Expected | undefined, path: Path): Expected | undefined {
  return path.reduce<Expected | undefined>((part, key) => {
    const { properties, items } = part ? withoutNull(part) : {};
    return typeof key === 'number' ? items : properties?.[String(key)];
  }, expected);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
}
