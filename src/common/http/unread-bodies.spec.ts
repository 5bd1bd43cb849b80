import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { inDepth } from '../../../test/support/in-depth.js';
import { discardUnreadBodies } from './unread-bodies.js';

const MIB = 1024 * 1024;
const LARGE = 24 * MIB;

describe('body of a refused request', () => {
  let server: FastifyInstance;
  let sockets: Socket[];
  /** The server's end of each connection. */
  let accepted: Socket[];

  beforeEach(async () => {
    server = fastify();
    sockets = [];
    accepted = [];
    discardUnreadBodies(server);
    server.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null));
    server.put('/', (_request, reply) => reply.code(429).send('refused'));
    server.get('/', () => 'next');
    server.server.on('connection', (socket: Socket) => accepted.push(socket));
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(async () => {
    sockets.forEach((socket) => socket.destroy());
    await server.close();
  });

  async function connection(): Promise<{ socket: Socket; received: () => string }> {
    const { port } = server.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    let received = '';
    socket.on('data', (chunk: Buffer) => void (received += String(chunk)));
    await once(socket, 'connect');
    return { socket, received: () => received };
  }

  const head = (length: number) =>
    `PUT / HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`;

  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
  }

  it('discards a refused body to its end and answers the next request on its connection', async () => {
    const { socket, received } = await connection();
    socket.write(head(LARGE));
    socket.write(Buffer.alloc(LARGE));
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => received().endsWith('next'));
    expect(received()).toMatch(/^HTTP\/1\.1 429 [^]*refusedHTTP\/1\.1 200 [^]*next$/);
    expect(accepted[0]!.bytesRead).toBeGreaterThan(LARGE);
  });

  inDepth('discards refused bodies one at a time', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, connection));
    for (const { socket } of clients) {
      socket.write(head(LARGE));
      socket.write(Buffer.alloc(LARGE));
    }
    await until(() => clients.every(({ received }) => received().endsWith('refused')));
    const flowing = () => accepted.filter((socket) => !socket.isPaused()).length;
    await until(() => flowing() <= 1);
    let most = 0;
    await until(() => {
      most = Math.max(most, flowing());
      return accepted.every(({ bytesRead }) => bytesRead > MIB);
    });
    expect(most).toBe(1);
  });
});
