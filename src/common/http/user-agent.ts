import { type FastifyRequest } from 'fastify';

const MAX_USER_AGENT = 300;

/** What the program at the other end calls itself, as much of it as is kept; empty where it says nothing. */
export function userAgentOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT).toWellFormed();
}
