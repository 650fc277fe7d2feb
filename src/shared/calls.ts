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

/** What is done about a thread or process that does not answer. */
export interface Patience {
  /** while calls wait and none is answered */
  readonly afterMs: number;
  readonly end: () => void;
}

/** Calls sent to a thread or process whose replies are still to come. */
export class PendingCalls {
  private last = 0;
  private readonly waiting = new Map<number, Waiting>();
  private timer: NodeJS.Timeout | undefined;

  /** @param patience without it, calls may wait for ever */
  constructor(private readonly patience?: Patience) {}

  get size(): number {
    return this.waiting.size;
  }

  begin<Result>(): { call: number; result: Promise<Result> } {
    const call = ++this.last;
    const result = new Promise<Result>((resolve, reject) => {
      this.waiting.set(call, { resolve, reject });
    });
    if (this.size === 1) this.watch();
    return { call, result };
  }

  settle(reply: Reply): void {
    const waiting = this.waiting.get(reply.call);
    this.waiting.delete(reply.call);
    if ('error' in reply) waiting?.reject(unpackError(reply.error));
    else waiting?.resolve(reply.result);
    this.watch();
  }

  fail(call: number, error: Error): void {
    this.waiting.get(call)?.reject(error);
    this.waiting.delete(call);
    this.watch();
  }

  /** The call that has waited longest. */
  failFirst(error: Error): void {
    const [first] = this.waiting.keys();
    if (first !== undefined) this.fail(first, error);
  }

  failAll(error: Error): void {
    for (const call of [...this.waiting.keys()]) this.fail(call, error);
  }

  /** Time counts from the latest answer: one that waits behind many others is not the fault of who answers. */
  private watch(): void {
    clearTimeout(this.timer);
    if (this.patience && this.size > 0) this.timer = setTimeout(this.patience.end, this.patience.afterMs);
  }
}
