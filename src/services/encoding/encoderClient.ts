import type { Segments } from '../../models/encoders';
import { WaitingTexts } from '../../shared/waitingTexts';
import { EncoderChild, EncoderGone } from './encoderChild';
import type { Encoded, EncodeRequest, TextOf } from './messages';

export interface EncoderLimits {
  /** texts that may wait at once; more are refused, so that a flood ends in clear answers */
  readonly mostWaiting: number;
  /** in which the process must have encoded something */
  readonly timeoutMs: number;
}

/** Texts sent at once: a long list leaves room for others' texts in between. */
const part = 64;

/** Texts to vectors in a process of its own, started at the first need and again after it has died. */
export class EncoderClient {
  private child: EncoderChild | undefined;
  private readonly waiting: WaitingTexts;
  private closed = false;

  constructor(private readonly limits: EncoderLimits = { mostWaiting: 20_000, timeoutMs: 60_000 }) {
    this.waiting = new WaitingTexts(limits.mostWaiting, 'to be encoded');
  }

  /** Name of the tensor backend; undefined until the process has started. */
  backend(): string | undefined {
    return this.child?.backend;
  }

  /** Of the process that runs now. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Start the process ahead of the first request. */
  start(): void {
    this.running();
  }

  /**
   * Read a model's weights ahead of the first request.
   *
   * @throws CORRUPT_FILE, MODEL_UNAVAILABLE
   */
  async warm(folder: string): Promise<void> {
    await this.encode(folder, ['the first text takes longest']);
  }

  /**
   * @param folder of the trained model
   * @param texts  a text, or several that are read together
   * @throws CORRUPT_FILE when the model cannot be loaded; LIMIT_EXCEEDED when too many texts wait; MODEL_UNAVAILABLE
   *         when the process dies twice or does not answer
   */
  async encode(
    folder: string,
    texts: readonly (string | Segments)[],
    of: TextOf = 'entity',
  ): Promise<Encoded> {
    return this.waiting.during(texts.length, async () => {
      const parts: Encoded[] = [];
      for (let at = 0; at < texts.length; at += part) {
        parts.push(await this.encodePart({ folder, of, texts: texts.slice(at, at + part) }));
      }
      return parts.length === 1 ? parts[0]! : joined(parts);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.child?.close();
  }

  /** Asked twice where the process dies: most likely the death had to do with something else. */
  private async encodePart(request: Omit<EncodeRequest, 'call'>): Promise<Encoded> {
    try {
      return await this.running().call(request);
    } catch (error) {
      if (!(error instanceof EncoderGone) || this.closed) throw error;
      return this.running().call(request);
    }
  }

  private running(): EncoderChild {
    if (this.closed) throw new EncoderGone('it was closed');
    if (!this.child || this.child.isGone) this.child = new EncoderChild(this.limits.timeoutMs);
    return this.child;
  }
}

function joined(parts: readonly Encoded[]): Encoded {
  const vectors = new Float32Array(parts.reduce((length, each) => length + each.vectors.length, 0));
  let at = 0;
  for (const each of parts) {
    vectors.set(each.vectors, at);
    at += each.vectors.length;
  }
  return { vectors, truncated: parts.flatMap(({ truncated }) => truncated) };
}
