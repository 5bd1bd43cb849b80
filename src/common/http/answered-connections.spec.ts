import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { closeAnsweredConnections } from './answered-connections.js';

describe('a process that is shutting down', () => {
  let server: FastifyInstance;
  let socket: Socket;
  let received: string;
  let isLeaving: boolean;
  let answer: PassThrough;

  beforeEach(async () => {
    // As long as proxies keep connections open.
    server = fastify({ forceCloseConnections: 'idle', keepAliveTimeout: 60_000 });
    isLeaving = false;
    received = '';
    answer = new PassThrough();
    closeAnsweredConnections(server, () => isLeaving);
    server.get('/whole', async () => {
      await once(answer, 'data');
      return 'whole';
    });
    server.addContentTypeParser('*', (_request, _body, done) => done(null));
    server.put('/refused', (_request, reply) => reply.code(507).send('full'));
    server.get('/stream', (_request, reply) => reply.type('text/plain').send(answer));
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    socket = connect(port, '127.0.0.1');
    socket.on('data', (chunk: Buffer) => void (received += String(chunk)));
  });
  afterEach(async () => {
    socket.destroy();
    await server.close();
  });

  async function ask(path: string): Promise<void> {
    const asked = once(server.server, 'request');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await asked;
  }

  it('closes the connection of a request that was pending when the shutdown began', async () => {
    await ask('/whole');
    isLeaving = true;
    const ended = once(socket, 'end');
    answer.write('.');
    await ended;
    expect(received).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*whole$/i);
  });

  it('closes the connection of an answer that had begun before the shutdown', async () => {
    await ask('/stream');
    answer.write('half');
    await once(socket, 'data');
    const closed = server.close();
    while (server.server.listening) await new Promise(setImmediate);
    const ended = once(socket, 'end');
    answer.end('half');
    await Promise.all([closed, ended]);
    expect(received).toMatch(/connection: keep-alive[^]*half[^]*half/i);
  });

  it('closes the connection of a request refused early once the rest of its body arrives', async () => {
    const answered = once(socket, 'data');
    socket.write('PUT /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\nhalf');
    await answered;
    expect(received).toMatch(/^HTTP\/1\.1 507 [^]*connection: keep-alive/i);
    const closed = server.close();
    while (server.server.listening) await new Promise(setImmediate);
    const ended = once(socket, 'end');
    socket.write('half');
    await Promise.all([closed, ended]);
  });

  it('keeps connections alive when no shutdown has begun', async () => {
    await ask('/whole');
    const answered = once(socket, 'data');
    answer.write('.');
    await answered;
    expect(received).toMatch(/connection: keep-alive/i);
  });
});
