import { type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { isApi } from './api-headers.js';

/** How fast a body must arrive for which no key is needed. */
interface BodyPace {
  /** Before it must keep up, in milliseconds: a phone that changes its cell is silent for some seconds. */
  graceMs: number;
  /** On average, after that. */
  bytesPerSecond: number;
  /** For all of it, in milliseconds. */
  longestMs: number;
  lookMs: number;
}

/** A poor mobile connection is faster, and 12 MB of a photo arrive in time at 1 Mbit/s. */
const PACE: BodyPace = { graceMs: 10_000, bytesPerSecond: 8 * 1024, longestMs: 120_000, lookMs: 1_000 };

/**
 * Refuses bodies outside the API that arrive too slowly: each may hold a slot, and anybody can send them. Time during which
 * what has arrived waits for this service does not count.
 * @param refuse - answers 408 and closes the connection
 */
export function limitBodyTime(
  server: FastifyInstance,
  refuse: (socket: Socket) => void,
  pace: BodyPace = PACE,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    done();
    if (isApi(request.url) || !hasBody(request)) return;
    const isSlow = watch(request, pace);
    const timer = setInterval(() => {
      if (request.raw.complete) clearInterval(timer);
      else if (isSlow()) refuse(request.raw.socket);
    }, pace.lookMs).unref();
    reply.raw.once('close', () => clearInterval(timer));
  });
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @returns whether the client has fallen behind since; to be asked again and again */
function watch({ raw }: FastifyRequest, { graceMs, bytesPerSecond, longestMs }: BodyPace): () => boolean {
  const { socket } = raw;
  const before = socket.bytesRead;
  let [waitedMs, looked] = [0, performance.now()];
  return () => {
    const now = performance.now();
    if (raw.readableLength === 0 && !socket.isPaused()) waitedMs += now - looked;
    looked = now;
    const due = ((waitedMs - graceMs) / 1000) * bytesPerSecond;
    return waitedMs > longestMs || socket.bytesRead - before < due;
  };
}
