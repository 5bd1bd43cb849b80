import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { until } from '../../../test/support/until.js';
import { untilClosed } from '../../../test/support/until-closed.js';
import { limitAnswerTime } from './answer-deadline.js';

/** More than the buffers of a connection hold. */
const BYTES = 64 * 1024 * 1024;

function* chunks() {
  for (let sent = 0; sent < BYTES; sent += 65_536) yield Buffer.alloc(65_536);
}

describe.each([
  ['large', false],
  ['streamed', true],
])('a %s answer', (_kind, isStream) => {
  let server: FastifyInstance;
  let closed: Promise<unknown>[];

  async function serve(limitMs: number, isStream = false): Promise<number> {
    server = fastify();
    closed = [];
    limitAnswerTime(server, limitMs);
    server.get('/', async (_request, reply) => {
      closed.push(once(reply.raw, 'close'));
      return isStream ? Readable.from(chunks()) : Buffer.alloc(BYTES);
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    return (server.server.address() as AddressInfo).port;
  }
  afterEach(() => server.close());

  it('sends the whole answer to a client that reads it', async () => {
    const port = await serve(60_000, isStream);
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect((await answer.arrayBuffer()).byteLength).toBe(BYTES);
  });

  it('gives up an answer that its client does not read in time', async () => {
    const socket = connect(await serve(50, isStream), '127.0.0.1').on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    socket.pause();
    await until('the request has arrived', () => closed.length === 1);
    await closed[0];
    let received = 0;
    socket.on('data', (chunk: Buffer) => void (received += chunk.length)).resume();
    await untilClosed(socket);
    expect(received).toBeLessThan(BYTES);
  });
});
