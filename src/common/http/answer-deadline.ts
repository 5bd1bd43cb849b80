import { type FastifyInstance } from 'fastify';

/** A smaller answer is taken by the operating system at once, whether its client reads or not. */
const LARGE_BYTES = 256 * 1024;

/** Closes the connection of a client that takes longer for a large answer, whose bytes are held as long. */
export function limitAnswerTime(server: FastifyInstance, limitMs: number): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (Buffer.isBuffer(payload) && payload.length > LARGE_BYTES) {
      const timer = setTimeout(() => reply.raw.destroy(), limitMs).unref();
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}
