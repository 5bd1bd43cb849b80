import { type Socket } from 'node:net';
import { type FastifyInstance } from 'fastify';

/**
 * Closes connections on which nothing has arrived when the server closes. Browsers open some in advance, and Node.js
 * does not count them as idle, so it would wait for them.
 */
export function closeUnusedConnections(server: FastifyInstance): void {
  const open = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.addHook('preClose', (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}
