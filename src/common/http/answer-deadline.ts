import { Readable } from 'node:stream';
import { type FastifyInstance } from 'fastify';

/** A smaller answer is taken by the operating system at once, whether its client reads or not. */
const LARGE_BYTES = 256 * 1024;

/**
 * Closes the connection of a client that takes longer for a large answer, whose bytes are held as long. A stream, which may
 * be of any length, is closed once its client has read nothing for that time.
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
