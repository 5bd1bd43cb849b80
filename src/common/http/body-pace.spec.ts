import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { Gate } from '../../../test/support/gate.js';
import { untilClosed } from '../../../test/support/until-closed.js';
import { limitBodyTime } from './body-pace.js';
import { registerBodyParsers } from './body-parsing.js';
import { FrameworkRefusals } from './framework-refusals.js';
import { inMemory, uploadedFile } from './multipart.js';

const PACE = { graceMs: 50, bytesPerSecond: 10_000, longestMs: 60_000, lookMs: 10 };
const LIMIT = 1_000_000;

describe('bodies sent without a key', () => {
  let server: FastifyInstance;
  let gate: Gate;
  const sockets: Socket[] = [];

  async function serve(pace = PACE): Promise<void> {
    const refusals = new FrameworkRefusals();
    server = fastify(refusals.serverOptions);
    limitBodyTime(server, (socket) => refusals.refuseSlowBody(socket), pace);
    registerBodyParsers(server);
    await server.register(multipart);
    gate = new Gate();
    for (const path of ['/page', '/api/v1/file'])
      server.post(path, { config: { acceptsFile: true } }, async (request) => {
        await gate.pass();
        return { size: (await uploadedFile(request, LIMIT, inMemory())).length };
      });
    await server.listen({ host: '127.0.0.1', port: 0 });
  }
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    gate.open();
    await server.close();
  });

  /** A client that announces this many bytes and sends none of them yet. */
  function begin(path: string, size: number) {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket.on('error', () => undefined));
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: image/png\r\ncontent-length: ${size}\r\n\r\n`,
    );
    let said = '';
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return { socket, closed: untilClosed(socket), said: () => said };
  }

  it('refuses a body that comes byte by byte, and closes its connection', async () => {
    await serve();
    gate.open();
    const { socket, closed, said } = begin('/page', 999);
    const trickle = setInterval(() => socket.write('a'), 20);
    await closed.finally(() => clearInterval(trickle));
    expect(said()).toMatch(/^HTTP\/1\.1 408 [^]*"message":"The request did not arrive in time"/);
  });

  it('refuses a body that takes too long as a whole, however fast it comes', async () => {
    await serve({ ...PACE, longestMs: 100, bytesPerSecond: 1 });
    gate.open();
    const { socket, closed, said } = begin('/page', LIMIT);
    const flow = setInterval(() => socket.write('a'.repeat(200)), 5);
    await closed.finally(() => clearInterval(flow));
    expect(said()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('does not blame a client for waits on this side, nor one that has a key', async () => {
    await serve();
    const { socket, said } = begin('/page', 4);
    socket.write('abc');
    const keyed = begin('/api/v1/file', 4);
    keyed.socket.write('abc');
    // Four times as long as a client may keep this service waiting.
    await wait(4 * PACE.graceMs);
    gate.open();
    for (const each of [socket, keyed.socket]) {
      each.write('d');
      await once(each, 'data');
    }
    expect([said(), keyed.said()]).toEqual(Array(2).fill(expect.stringMatching(/200 OK[^]*\{"size":4\}$/)));
  });
});
