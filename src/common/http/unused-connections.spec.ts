import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { untilClosed } from '../../../test/support/until-closed.js';
import { closeUnusedConnections } from './unused-connections.js';

describe('a server that closes', () => {
  let server: FastifyInstance;
  let sockets: Socket[];
  let answer: (() => void) | undefined;
  let asked: Promise<void>;

  beforeEach(async () => {
    server = fastify({ forceCloseConnections: 'idle' });
    sockets = [];
    closeUnusedConnections(server);
    asked = new Promise((resolve) => {
      server.get('/', async () => {
        const answered = new Promise<void>((letGo) => (answer = letGo));
        resolve();
        await answered;
        return 'whole';
      });
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(async () => {
    sockets.forEach((socket) => socket.destroy());
    await server.close();
  });

  async function connection(): Promise<Socket> {
    const { port } = server.server.address() as AddressInfo;
    const accepted = once(server.server, 'connection');
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await accepted;
    return socket;
  }

  it('does not wait for connections that clients opened in advance', async () => {
    const closed = untilClosed(await connection());
    await server.close();
    await closed;
  });

  it('waits for a pending answer', async () => {
    const socket = await connection();
    let received = '';
    socket.on('data', (chunk: Buffer) => void (received += String(chunk)));
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await asked;
    const closed = server.close();
    const ended = untilClosed(socket);
    answer!();
    await Promise.all([closed, ended]);
    expect(received).toMatch(/^HTTP\/1\.1 200 [^]*whole$/);
  });
});
