import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { createServerCertificate } from '../../../scripts/throwaway-ca.mjs';
import { ConnectProxy } from '../../../test/support/connect-proxy.js';
import { type SmtpOAuth } from '../config/settings.js';
import { mailFaultOf, reasonOf } from './mail-fault.js';
import { MailTokens } from './mail-tokens.js';
import { SmtpMailTransport } from './smtp-mail-transport.js';

const USER = 'sign@acme.test';
const MAIL = {
  messageId: '0b5e@sign.example',
  from: { name: 'Acme', address: USER },
  to: { name: 'Ann', address: 'ann@example.com' },
  ...{ subject: 'Please sign', html: '<p>Hello</p>', text: 'Hello' },
  queuedAt: new Date('2031-01-02T03:04:05.678Z'),
};
const REASON = { organizationId: 7, kind: 'signature.invitation', ids: { linkId: 12 } };
const never = new AbortController().signal;

describe('signing in to a mail server with OAuth', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-oauth-'));
  const webhookCaFile = join(folder, 'ca.pem');
  let provider: Server;
  let server: SMTPServer;
  /** The forms that the provider received. */
  let asked: Record<string, string>[];
  let answer: { status: number; body: object };
  /** The only token that the mail server accepts. */
  let accepted: string;
  let received: number;
  const closing: (() => unknown)[] = [];

  beforeAll(async () => {
    const { ca, key, cert } = await createServerCertificate();
    writeFileSync(webhookCaFile, ca);
    provider = createServer({ key, cert }, (request, response) => {
      void text(request).then((form) => {
        asked.push(Object.fromEntries(new URLSearchParams(form)));
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer.body));
      });
    });
    await once(provider.listen(0, 'localhost'), 'listening');
    server = new SMTPServer({ key, cert, authMethods: ['XOAUTH2'], logger: false });
    server.onAuth = ({ username, accessToken }, _session, done) =>
      username === USER && accessToken === accepted
        ? done(null, { user: USER })
        : done(null, { data: { status: '401', schemes: 'bearer' } });
    server.onData = (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done(null, String(++received)));
    };
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    [asked, received, accepted] = [[], 0, 'token-1'];
    answer = { status: 200, body: { access_token: 'token-1', expires_in: 3600, token_type: 'Bearer' } };
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  afterAll(async () => {
    await new Promise<void>((resolve) => server.close(resolve));
    provider.closeAllConnections();
    await once(provider.close(), 'close');
    rmSync(folder, { recursive: true });
  });

  const smtpPort = () => (server.server.address() as AddressInfo).port;

  function transportWith(more: Partial<SmtpOAuth> = {}, proxy?: ConnectProxy): SmtpMailTransport {
    const oauth: SmtpOAuth = {
      tokenUrl: `https://localhost:${(provider.address() as AddressInfo).port}/token`,
      clientId: 'countersign',
      clientSecret: 'a secret of the client',
      refreshToken: undefined,
      scope: 'https://outlook.office365.com/.default',
      ...more,
    };
    const outboundProxy = proxy?.setting();
    const tokens = new MailTokens(oauth, { outboundProxy, webhookAllowedCidrs: [], webhookCaFile });
    const user = encodeURIComponent(USER);
    // The mail server's certificate is not under test, so it is not checked.
    const url = `smtp://${user}@127.0.0.1:${smtpPort()}/?tls.rejectUnauthorized=false`;
    const transport = new SmtpMailTransport(url, tokens);
    closing.push(() => transport.onApplicationShutdown());
    return transport;
  }

  it('gets a token with the client’s credentials, and uses it for all mails', async () => {
    const transport = transportWith();
    await transport.tryOut();
    for (let mails = 0; mails < 2; mails++)
      expect(await transport.send(MAIL, REASON, never)).toMatch(/^250 /);
    expect(received).toBe(2);
    expect(asked).toEqual([
      {
        grant_type: 'client_credentials',
        client_id: 'countersign',
        client_secret: 'a secret of the client',
        scope: 'https://outlook.office365.com/.default',
      },
    ]);
  });

  it('gets a token with a refresh token, and the next with the one it received', async () => {
    const transport = transportWith({ refreshToken: 'refresh-1', clientSecret: undefined, scope: undefined });
    answer.body = { access_token: 'token-1', refresh_token: 'refresh-2', expires_in: 30 };
    await transport.tryOut();
    await transport.tryOut();
    const form = { grant_type: 'refresh_token', client_id: 'countersign' };
    expect(asked).toEqual([
      { ...form, refresh_token: 'refresh-1' },
      { ...form, refresh_token: 'refresh-2' },
    ]);
  });

  it('asks for another token when the server refuses one that has not expired', async () => {
    const transport = transportWith();
    await transport.tryOut();
    accepted = 'token-2';
    answer.body = { access_token: 'token-2', expires_in: 3600 };
    await transport.tryOut();
    expect(asked).toHaveLength(2);
  });

  it('reports who refuses, without secrets', async () => {
    const told = async () => {
      const error: unknown = await transportWith()
        .tryOut()
        .catch((thrown: unknown) => thrown);
      return [mailFaultOf(error), reasonOf(error)];
    };
    accepted = 'another';
    expect(await told()).toEqual(['sign_in', expect.stringMatching(/^535 /)]);
    answer = { status: 400, body: { error: 'invalid_client', error_description: 'a secret of the client' } };
    expect(await told()).toEqual([
      'sign_in',
      'SMTP_OAUTH_TOKEN_URL returned no token: HTTP 400, invalid_client',
    ]);
    answer = { status: 200, body: { token: 'none' } };
    expect(await told()).toEqual(['sign_in', 'SMTP_OAUTH_TOKEN_URL returned no token: HTTP 200']);
  });

  it('fetches tokens through the proxy', async () => {
    const proxy = await ConnectProxy.start();
    closing.push(() => proxy.stop());
    const transport = transportWith({}, proxy);
    closing.reverse();
    await transport.tryOut();
    expect(proxy.asked).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$|^\[::1\]:\d+$/)]);
  });
});
