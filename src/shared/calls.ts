import { type ErrorCode, KindredError } from './errors';

/** An error as plain values, for a message between threads or processes. */
export interface PackedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Answer to the call of this number. */
export type Reply = { readonly call: number } & (
  { readonly result: unknown } | { readonly error: PackedError }
);

export function packError(error: unknown): PackedError {
  if (error instanceof KindredError)
    return { code: error.code, message: error.message, details: error.details };
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error), details: {} };
}

export function unpackError({ code, message, details }: PackedError): KindredError {
  return new KindredError(code, message, details);
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Calls sent to a thread or process whose replies are still to come. */
export class PendingCalls {
  private last = 0;
  private readonly waiting = new Map<number, Waiting>();

  get size(): number {
    return this.waiting.size;
  }

  begin<Result>(): { call: number; result: Promise<Result> } {
    const call = ++this.last;
    const result = new Promise<Result>((resolve, reject) => {
      this.waiting.set(call, { resolve, reject });
    });
    return { call, result };
  }

  settle(reply: Reply): void {
    const waiting = this.waiting.get(reply.call);
    this.waiting.delete(reply.call);
    if ('error' in reply) waiting?.reject(unpackError(reply.error));
    else waiting?.resolve(reply.result);
  }

  fail(call: number, error: Error): void {
    this.waiting.get(call)?.reject(error);
    this.waiting.delete(call);
  }

  failAll(error: Error): void {
    for (const call of [...this.waiting.keys()]) this.fail(call, error);
  }
}
