import { type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { type FastifyInstance } from 'fastify';

/**
 * Time between two turns. Each turn reads at most about 2 MB, which takes about a millisecond, and as long again
 * later for garbage collection.
 */
const TURN_MS = 20;

/**
 * Discards, in turns, what requests send after they were answered, such as the file of a refused upload. Node.js
 * reads all of it as fast as it arrives, so that the client finds the answer; a hundred such files at once would
 * block all other clients meanwhile.
 */
export function discardUnreadBodies(server: FastifyInstance): void {
  const waiting = new Set<IncomingMessage>();
  let timer: NodeJS.Timeout | undefined;
  const wait = (request: IncomingMessage) => {
    if (request.complete || request.socket.destroyed) return;
    request.socket.pause();
    waiting.add(request);
    timer ??= setTimeout(takeTurn, TURN_MS).unref();
  };
  const takeTurn = () => {
    const [request] = waiting as Set<IncomingMessage | undefined>;
    if (!request) return (timer = undefined);
    waiting.delete(request);
    request.socket.resume();
    afterReading(() => {
      wait(request);
      timer = setTimeout(takeTurn, TURN_MS).unref();
    });
  };
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    done();
    // Node.js itself resumes reading in the next tick. A request injected directly into Fastify has no connection.
    if (!raw.complete && raw.socket instanceof Socket) setImmediate(() => wait(raw));
  });
}

/** Calls back once each resumed connection has been read once: immediates run after input and output. */
const afterReading = (then: () => void) => setImmediate(() => setImmediate(then));
