import { Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import { type FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors.js';
import { clientNetwork } from '../../common/http/client-network.js';
import { sha256 } from '../crypto/tokens.js';

export const PAGE_THROTTLER = 'Page';

/** Requests per minute and link: enough for a person with two devices, too few to guess a code. */
export const PAGE_REQUESTS_PER_MINUTE = 300;

/** The key under which requests are counted. @param tracker - the digest of a link's token, or a network */
export const pageKeyOf = (tracker: string) => `page:${tracker}`;

/** Limits requests to hosted pages by link; without a link, by network. */
@Injectable()
export class PageThrottlerGuard extends ThrottlerGuard {
  protected override async getTracker({
    params,
    ip,
  }: FastifyRequest<{ Params: { token?: string } }>): Promise<string> {
    return params.token === undefined ? clientNetwork(ip) : sha256(params.token).toString('hex');
  }

  protected override generateKey(_context: unknown, tracker: string): string {
    return pageKeyOf(tracker);
  }

  protected override async throwThrottlingException(): Promise<void> {
    throw new AppError(429, 'Too many requests', undefined, undefined, 'page_rate');
  }
}
