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
  // Answers whose headers had been sent before.
  server.addHook('onResponse', (_request, _reply, done) => {
    if (!server.server.listening) setImmediate(() => server.server.closeIdleConnections());
    done();
  });
}
