import { type FastifyReply } from 'fastify';
import { type AppError } from '../errors.js';

declare module 'fastify' {
  interface FastifyReply {
    /** Why the request was refused for lack of room, if it was. */
    refusal?: string;
  }
}

const FOR_WANT_OF_ROOM = new Set([429, 503, 507]);

/** Records on the answer which limit or outage caused it, for the metrics: the status alone does not say. */
export function noteRefusal(reply: FastifyReply, { statusCode, limit, code }: AppError): void {
  if (FOR_WANT_OF_ROOM.has(statusCode)) reply.refusal = limit ?? code ?? 'other';
}
