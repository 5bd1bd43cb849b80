import { type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { type FastifyInstance } from 'fastify';

/**
 * Between two turns. In each, at most some 2 MB are read, which takes about a millisecond, and as much again later, when the
 * memory is collected.
 */
const TURN_MS = 20;

/**
 * Discards in turns what requests send after their answer, such as the file of an upload that was refused. Node.js reads all
 * of it as fast as it arrives, so that its client finds the answer; a hundred such files at once would keep everybody else
 * waiting for as long.
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
    // Node.js itself goes on to read in the next tick. A request that Fastify was handed directly has no connection.
    if (!raw.complete && raw.socket instanceof Socket) setImmediate(() => wait(raw));
  });
}

/** Once each connection that has been resumed before was read once: immediates come after input and output. */
const afterReading = (then: () => void) => setImmediate(() => setImmediate(then));
