import { type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { isApi } from './api-headers.js';

/** How fast the body of a request without a key must arrive. */
interface BodyPace {
  /** Milliseconds before it must keep pace: a phone that changes cells is silent for some seconds. */
  graceMs: number;
  /** The average required after that. */
  bytesPerSecond: number;
  /** Milliseconds for the whole body. */
  longestMs: number;
  lookMs: number;
}

/** Slower than a poor mobile connection; a 12 MB photo arrives in time at 1 Mbit/s. */
const PACE: BodyPace = { graceMs: 10_000, bytesPerSecond: 8 * 1024, longestMs: 120_000, lookMs: 1_000 };

/**
 * Refuses bodies outside the API that arrive too slowly: each may hold a slot, and anyone can send them. Time that
 * data spends waiting for this service does not count.
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

/** @returns a check, to be called repeatedly, of whether the client has fallen behind */
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
