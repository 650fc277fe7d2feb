type Given<T> = { [Name in keyof T]: Exclude<T[Name], null> };

/** The fields of an input that were given: callers write null where they mean "nothing". */
export function given<T extends object>(input: T): Given<T> {
  const entries = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Given<T>;
}
