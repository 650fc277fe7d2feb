import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { KindredError } from '../../shared/errors';
import { sendError } from '../errors';

/** Operations a minute from one address, over HTTP and WebSocket together. */
export class RateLimit {
  private readonly limiter: RateLimiterMemory | undefined;

  /** @param perMinute 0: any number */
  constructor(private readonly perMinute: number) {
    if (perMinute > 0) this.limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /** @returns what is wrong when there are too many, with the seconds until there may be more */
  async count(address: string | undefined): Promise<KindredError | undefined> {
    try {
      await this.limiter?.consume(address ?? '');
      return undefined;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      return new KindredError(
        'LIMIT_EXCEEDED',
        `More than ${this.perMinute} operations came from this address within a minute. Come again in ${seconds} s.`,
        { limit: this.perMinute, seconds },
      );
    }
  }

  readonly http: RequestHandler = async (request, response, next) => {
    const refused = await this.count(request.socket.remoteAddress);
    if (!refused) return next();
    response.set('retry-after', String(refused.details['seconds']));
    sendError(response, 429, refused);
  };
}
