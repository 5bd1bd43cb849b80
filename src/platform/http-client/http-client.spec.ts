import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TlsOptions } from 'node:tls';
import { promisify } from 'node:util';
import { createServerCertificate } from '../../../scripts/throwaway-ca.mjs';
import { inDepth } from '../../../test/support/in-depth.js';
import { answers, type Inbox, Receiver } from '../../../test/support/receiver.js';
import { until } from '../../../test/support/until.js';
import { type Settings } from '../config/settings.js';
import { HttpClient } from './http-client.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const never = new AbortController().signal;

describe('HttpClient', () => {
  let receiver: Receiver;
  let inbox: Inbox;
  const clients: HttpClient[] = [];

  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  beforeEach(() => {
    inbox = receiver.newInbox();
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.onApplicationShutdown()));
    await receiver.stop();
  });

  function clientWith(settings: Partial<Settings> = {}, timeoutMs = 5_000): HttpClient {
    const defaults = { webhookAllowedCidrs: LOOPBACK, webhookCaFile: receiver.caFile };
    const client = new HttpClient({ ...defaults, ...settings } as Settings, timeoutMs);
    clients.push(client);
    return client;
  }

  const post = (client: HttpClient, url = inbox.url, body = Buffer.from('{}')) =>
    client.post(url, { 'content-type': 'application/json' }, body, never);

  it('sends the exact bytes and returns the response', async () => {
    const body = randomBytes(70_000);
    inbox.answerNext(answers.status(201, { body: 'gracias ✓', headers: { 'x-a': 'b' } }));
    const result = await post(clientWith(), `${inbox.url}?b=c`, body);
    expect(result).toMatchObject({ responseCode: 201, responseBody: 'gracias ✓', failureReason: null });
    expect(result.responseHeaders).toMatchObject({ 'x-a': 'b' });
    const received = inbox.requests.at(-1)!;
    expect(received).toMatchObject({ method: 'POST', path: expect.stringMatching(/\?b=c$/) });
    expect(received.headers['content-type']).toBe('application/json');
    expect(received.body.equals(body)).toBe(true);
  });

  it('treats 204 without a body as success', async () => {
    inbox.answerNext(answers.status(204));
    expect(await post(clientWith())).toMatchObject({
      responseCode: 204,
      responseBody: '',
      failureReason: null,
    });
  });

  it.each([400, 401, 408, 429, 500, 503])(
    'reports status %i as a failure, with the response',
    async (code) => {
      inbox.answerNext(answers.status(code, { body: 'no' }));
      expect(await post(clientWith())).toMatchObject({
        responseCode: code,
        responseBody: 'no',
        failureReason: `HTTP ${code}`,
      });
    },
  );

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (code) => {
    const before = inbox.requests.length;
    inbox.answerNext(answers.redirect(inbox.url, code));
    expect(await post(clientWith())).toMatchObject({
      responseCode: code,
      failureReason: `answered ${code}, which is not followed`,
    });
    expect(inbox.requests).toHaveLength(before + 1);
  });

  it('gives up on a silent receiver at the deadline', async () => {
    inbox.answerNext(answers.hang());
    expect(await post(clientWith({}, 300))).toMatchObject({
      responseCode: null,
      failureReason: 'no answer in 0.3 s',
      timedOut: true,
    });
  });

  inDepth('reports a 200 whose body does not end in time as failed, and keeps what arrived', async () => {
    inbox.answerNext(answers.hangInBody());
    expect(await post(clientWith({}, 3_000))).toMatchObject({
      responseCode: 200,
      responseBody: 'begun',
      failureReason: 'no complete answer in 3 s',
      timedOut: true,
    });
  });

  it('keeps the first 64 KiB of an endless response and closes the connection', async () => {
    inbox.answerNext(answers.huge(100));
    const result = await post(clientWith());
    expect(result).toMatchObject({ responseCode: 200, failureReason: null });
    expect(result.responseBody).toBe('x'.repeat(65_536));
  });

  it('keeps only text that can be stored', async () => {
    const body = Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff, 0xfe]), Buffer.from('é')]);
    inbox.answerNext(answers.status(200, { body }));
    expect((await post(clientWith())).responseBody).toBe('a\uFFFDb\uFFFD\uFFFDé');
  });

  it('refuses a response with too many headers', async () => {
    inbox.answerNext(answers.status(200, { headers: { 'x-long': 'y'.repeat(20_000) } }));
    expect(await post(clientWith())).toMatchObject({
      responseCode: null,
      failureReason: 'the headers of the answer are too large',
    });
  });

  it('reports a truncated response', async () => {
    inbox.answerNext(answers.cutShort());
    expect(await post(clientWith())).toMatchObject({
      responseCode: 200,
      responseBody: 'abc',
      failureReason: 'answer cut off',
      timedOut: false,
    });
  });

  it('stops waiting when the service stops', async () => {
    const stop = new AbortController();
    inbox.answerNext(answers.hang());
    const count = inbox.requests.length + 1;
    const result = clientWith().post(inbox.url, {}, Buffer.from('{}'), stop.signal);
    await inbox.waitFor(count);
    stop.abort();
    expect(await result).toMatchObject({ responseCode: null, failureReason: 'the service was stopped' });
  });

  it('reports a certificate of an unknown authority', async () => {
    expect(await post(clientWith({ webhookCaFile: undefined }))).toMatchObject({
      responseCode: null,
      failureReason: expect.stringMatching(/^certificate of an unknown authority/),
    });
  });

  it.each<[string, NonNullable<Parameters<typeof createServerCertificate>[0]>, TlsOptions, string]>([
    [
      'an expired certificate',
      { validTo: new Date('2026-01-31T12:00:00Z') },
      {},
      'certificate expired on 2026-01-31T12:00:00Z',
    ],
    ['a self-signed certificate', { isSelfSigned: true }, {}, 'self-signed certificate'],
    ['a certificate of another host', { host: 'other.test' }, {}, 'certificate of another host'],
    [
      'TLS 1.0',
      {},
      { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
      'TLS too old: 1.2 or 1.3 is needed',
    ],
  ])('reports a bad connection: %s', async (_what, certificate, options, failureReason) => {
    const { ca, key, cert } = await createServerCertificate(certificate);
    const folder = mkdtempSync(join(tmpdir(), 'countersign-http-'));
    const webhookCaFile = join(folder, 'ca.pem');
    writeFileSync(webhookCaFile, ca);
    let requests = 0;
    const server = createServer({ key, cert, ...options }, () => requests++);
    await once(server.listen(0, 'localhost'), 'listening');
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    expect(await post(clientWith({ webhookCaFile }), url)).toMatchObject({
      responseCode: null,
      failureReason,
      timedOut: false,
    });
    expect(requests).toBe(0);
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('reports where the time of a request went, once per connection', async () => {
    const client = clientWith();
    const whole = { dnsMs: expect.any(Number), connectMs: expect.any(Number), tlsMs: expect.any(Number) };
    expect((await post(client)).phases).toEqual({ ...whole, firstByteMs: expect.any(Number) });
    await until('a connection is kept and used again', async () => {
      const { phases } = await post(client);
      return (
        phases.tlsMs === null &&
        phases.dnsMs === null &&
        phases.connectMs === null &&
        phases.firstByteMs !== null
      );
    });
    const refused = await post(client, `https://localhost:${await closedPort()}/`);
    expect(refused.phases).toMatchObject({ dnsMs: expect.any(Number), tlsMs: null, firstByteMs: null });
  });

  it('reports a receiver that hangs up without an answer', async () => {
    inbox.answerNext((response) => void response.socket!.destroy());
    expect(await post(clientWith())).toMatchObject({
      responseCode: null,
      failureReason: 'connection closed without an answer',
    });
  });

  it('reports names that do not exist', async () => {
    const result = await post(clientWith(), 'https://receiver.invalid/');
    expect(result).toMatchObject({
      responseCode: null,
      failureReason: expect.stringMatching(/^name not found/),
    });
  });

  it('reports a refused connection', async () => {
    const url = `https://localhost:${await closedPort()}/`;
    expect(await post(clientWith(), url)).toMatchObject({
      responseCode: null,
      failureReason: 'connection refused',
    });
  });

  it('reports a receiver that does not speak TLS', async () => {
    const server = await tcpServer((socket) => socket.resume().end('HTTP/1.1 200 OK\r\n\r\n'));
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    expect((await post(clientWith(), url)).failureReason).toMatch(/^TLS error: /);
    server.close();
  });

  it('includes an unfinished TLS handshake in the deadline', async () => {
    const sockets: Socket[] = [];
    const server = await tcpServer((socket) => sockets.push(socket));
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    expect((await post(clientWith({}, 300), url)).failureReason).toBe('no answer in 0.3 s');
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });

  it('checks the address at every connect, by name and by IP address', async () => {
    const before = inbox.requests.length;
    const strict = clientWith({ webhookAllowedCidrs: [] });
    for (const host of ['localhost', '127.0.0.1', '2130706433', '127.1', '[::1]', '[::ffff:127.0.0.1]']) {
      const result = await post(strict, `https://${host}:${receiver.port}/`);
      expect(result.failureReason).toMatch(/^private address: .* is not a public address$/);
    }
    expect(inbox.requests).toHaveLength(before);
  });

  it('reuses connections', async () => {
    const client = clientWith();
    const before = receiver.connections;
    for (let i = 0; i < 8; i++) expect((await post(client)).failureReason).toBeNull();
    // A request in the same tick as the last response finds its connection still busy and opens a second one.
    expect(receiver.connections - before).toBeLessThanOrEqual(2);
  });

  it('keeps a limited number of idle connections, those used last', async () => {
    const settings = { webhookAllowedCidrs: LOOPBACK, webhookCaFile: receiver.caFile } as Settings;
    const client = new HttpClient(settings, 5_000, 2);
    const servers = [1, 2, 3].map(() =>
      createServer({ ...receiver.tls, keepAliveTimeout: 60_000 }, (_, response) => response.end()),
    );
    for (const server of servers) await once(server.listen(0, 'localhost'), 'listening');
    const postTo = (server: Server) =>
      post(client, `https://localhost:${(server.address() as AddressInfo).port}/`);
    const open = () => Promise.all(servers.map((server) => promisify(server.getConnections.bind(server))()));
    for (const server of servers) expect((await postTo(server)).failureReason).toBeNull();
    await until('the first connection is closed', async () => (await open()).join() === '0,1,1');
    expect((await postTo(servers[0]!)).failureReason).toBeNull();
    await until('it is made again, and another is closed', async () => (await open()).join() === '1,0,1');
    for (const server of servers) server.close();
    await client.onApplicationShutdown();
  });
});

describe('HttpClient.assertDeliverableUrl', () => {
  const strict = new HttpClient({ webhookAllowedCidrs: [] as string[] } as Settings);
  const open = new HttpClient({ webhookAllowedCidrs: LOOPBACK } as Settings);

  afterAll(() => Promise.all([strict, open].map((client) => client.onApplicationShutdown())));

  it.each([
    ['https://localhost/hook', 'localhost is not a public address'],
    ['https://127.0.0.1/hook', '127.0.0.1 is not a public address'],
    ['http://example.com/hook', 'must begin with https://'],
    ['https://receiver.invalid/hook', 'cannot be resolved'],
  ])('refuses the address %s', async (url, reason) => {
    await expect(strict.assertDeliverableUrl(url)).rejects.toMatchObject({
      statusCode: 400,
      code: 'url_not_deliverable',
      message: expect.stringContaining(reason),
    });
  });

  it('accepts addresses that the operator allows', async () => {
    await expect(open.assertDeliverableUrl('https://localhost:8443/hook')).resolves.toBeUndefined();
  });
});

async function tcpServer(onSocket: (socket: Socket) => void): Promise<Server> {
  const server = createTcpServer((socket) => onSocket(socket.on('error', () => undefined)));
  await once(server.listen(0, 'localhost'), 'listening');
  return server;
}

async function closedPort(): Promise<number> {
  const server = await tcpServer(() => undefined);
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
