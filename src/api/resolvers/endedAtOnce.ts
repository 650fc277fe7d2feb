/**
 * What a generator gives, to be ended while it waits for something: its own `return` would wait for that first, and
 * whoever has gone would be served on.
 */
export function endedAtOnce<T>(make: (signal: AbortSignal) => AsyncGenerator<T>): AsyncIterableIterator<T> {
  const stop = new AbortController();
  const made = make(stop.signal);
  return {
    next: () => made.next(),
    return() {
      stop.abort();
      return made.return(undefined);
    },
    throw(error) {
      stop.abort();
      return made.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
