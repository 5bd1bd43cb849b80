import { type FastifyInstance } from 'fastify';

/**
 * Keeps no connection open for another request once the process is about to end. When the server closes, Node.js
 * closes idle connections but waits for clients to close the others: proxies keep theirs for a minute.
 */
export function closeAnsweredConnections(server: FastifyInstance, isLeaving: () => boolean): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isLeaving()) void reply.header('connection', 'close');
    done(null, payload);
  });
  const closeIdle = () =>
    setImmediate(() => {
      if (!server.server.listening) server.server.closeIdleConnections();
    });
  // Answers whose headers had already been sent. A connection only becomes idle once its request has arrived whole.
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete) closeIdle();
    else raw.once('close', closeIdle);
    done();
  });
}
