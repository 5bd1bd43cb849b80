import { Readable } from 'node:stream';
import { type FastifyInstance } from 'fastify';

/** The operating system takes smaller answers at once, whether or not the client reads. */
const LARGE_BYTES = 256 * 1024;

/**
 * Closes the connection of a client that takes too long to receive a large answer, whose bytes are held meanwhile. A
 * stream can be of any length; it is closed once its client has read nothing for that time.
 */
export function limitAnswerTime(server: FastifyInstance, limitMs: number): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (payload instanceof Readable) reply.raw.setTimeout(limitMs);
    else if (Buffer.isBuffer(payload) && payload.length > LARGE_BYTES) {
      const timer = setTimeout(() => reply.raw.destroy(), limitMs).unref();
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}
