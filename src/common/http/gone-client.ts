import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { clientGone } from './arriving.js';

/** What reading from and writing to a closed connection fails with. */
const OF_CONNECTIONS = new Set([
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Whether the answer has been sent, has begun to be, or can no longer be, as nobody waits for it. */
export const isAnswered = (reply: FastifyReply) => reply.sent || reply.raw.headersSent || reply.raw.destroyed;

/** What was thrown because the client has gone is its `client_gone`; everything else is what it was. */
export function asGoneClient(thrown: unknown, { raw }: FastifyRequest, reply: FastifyReply): unknown {
  const isGone = raw.destroyed || reply.raw.destroyed;
  const { code = '' } = (thrown ?? {}) as NodeJS.ErrnoException;
  return isGone && OF_CONNECTIONS.has(code) ? clientGone() : thrown;
}

/**
 * Takes note of each client's address when it connects: Node.js forgets it with the connection, but it is recorded and counted
 * later. A request without one is not handled.
 */
export function keepClientAddresses(server: FastifyInstance): void {
  server.server.on('connection', ({ remoteAddress }) => void remoteAddress);
  server.addHook('onRequest', ({ socket }, _reply, done) =>
    done(socket.remoteAddress === undefined ? clientGone() : undefined),
  );
}
