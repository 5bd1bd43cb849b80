import { type FastifyInstance } from 'fastify';

/**
 * Keeps no connection for another request once the process is to end. Node.js closes those that are idle when the server
 * closes, but would wait for the others until clients close them: proxies keep theirs for a minute.
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
  // Answers whose headers had been sent before. A connection is not idle until its request has arrived whole, too.
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete) closeIdle();
    else raw.once('close', closeIdle);
    done();
  });
}
