import { type FastifyRequest } from 'fastify';

const MAX_USER_AGENT = 300;

/** The User-Agent header, cut to the stored length; empty if there is none. */
export function userAgentOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT).toWellFormed();
}
