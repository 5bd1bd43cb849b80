import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { clientGone } from './arriving.js';

/** Error codes of reads and writes on a closed connection. */
const OF_CONNECTIONS = new Set([
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Whether the answer has been sent, is being sent, or can no longer be sent because the client has gone. */
export const isAnswered = (reply: FastifyReply) => reply.sent || reply.raw.headersSent || reply.raw.destroyed;

/** Turns an error caused by the client's disconnection into `client_gone`; returns any other unchanged. */
export function asGoneClient(thrown: unknown, { raw }: FastifyRequest, reply: FastifyReply): unknown {
  const isGone = raw.destroyed || reply.raw.destroyed;
  const { code = '' } = (thrown ?? {}) as NodeJS.ErrnoException;
  return isGone && OF_CONNECTIONS.has(code) ? clientGone() : thrown;
}

/**
 * Reads each client's address when it connects: Node.js forgets it with the connection, but it is recorded and
 * counted later. A request without an address is not handled.
 */
export function keepClientAddresses(server: FastifyInstance): void {
  server.server.on('connection', ({ remoteAddress }) => void remoteAddress);
  server.addHook('onRequest', ({ socket }, _reply, done) =>
    done(socket.remoteAddress === undefined ? clientGone() : undefined),
  );
}
