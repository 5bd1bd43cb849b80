import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readSignedMessage } from '../../src/pdf-signatures/cms/signed-message.js';
import { type TimestampFailure } from '../../src/pdf-signatures/timestamp-error.js';
import { TimeStampClient } from '../../src/pdf-signatures/timestamps/time-stamp-client.js';
import { readTimeStampInfo, verifyTimeStamp } from '../../src/pdf-signatures/verify-time-stamp.js';
import { ConnectProxy } from '../support/connect-proxy.js';
import { type AuthorityOptions } from '../support/openssl-authority.js';
import { type Behaviour, TimeStampAuthority } from '../support/time-stamp-authority.js';

const DIRECT = { outboundProxy: undefined, webhookAllowedCidrs: [] };
const DIGEST = Buffer.alloc(32, 7);
const clients: TimeStampClient[] = [];

function clientOf(address: string, caFile?: string, timeoutMs?: number): TimeStampClient {
  const anchors = caFile ? [new X509Certificate(readFileSync(caFile)).raw] : [];
  const client = new TimeStampClient(address, DIRECT, anchors, timeoutMs);
  clients.push(client);
  return client;
}

afterAll(async () => {
  for (const client of clients) await client.close();
});

describe.each<AuthorityOptions>([
  { key: 'ec', digest: 'sha256', namedBy: 'sha256' },
  { key: 'rsa', digest: 'sha256', namedBy: 'sha1' },
  { key: 'rsa', digest: 'sha512', namedBy: 'sha512' },
  { key: 'ec', digest: 'sha384', namedBy: 'sha256' },
])('a time stamp by an authority with %j', (options) => {
  let authority: TimeStampAuthority;

  beforeAll(async () => {
    authority = await TimeStampAuthority.start(options);
  });
  afterAll(() => authority.stop());

  test('the time stamp states when and by whom, and is valid for its content only', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { token, time, certificates } = await clientOf(authority.url, authority.caFile).stamp(DIGEST);
    expect(time.getTime()).toBeGreaterThanOrEqual(before);
    expect(verifyTimeStamp(token, DIGEST)).toMatchObject({ fault: null, authority: 'Test time stamps tsa' });
    expect(certificates).toHaveLength(2);
    expect(verifyTimeStamp(token, Buffer.alloc(32)).fault).toBe('other_imprint');
    expect(verifyTimeStamp(Buffer.concat([token, Buffer.alloc(9)]), DIGEST).fault).toBeNull();
    expect(verifyTimeStamp(Buffer.concat([token, Buffer.from('x')]), DIGEST).fault).toBe('unreadable');
  });

  test('any changed bit in the signed content, the certificate or the signature invalidates the time stamp', async () => {
    const { token, certificate } = await clientOf(authority.url).stamp(DIGEST);
    const { bytes: info } = readTimeStampInfo(readSignedMessage(token));
    const certificateAt = token.indexOf(certificate);
    const parts = [
      [token.indexOf(info), info.length],
      [certificateAt, certificate.length],
      // Other parts are unsigned, such as the message's version; the signature value comes last.
      [token.length - 60, 60],
    ] as const;
    for (const [start, length] of parts) {
      for (let at = start; at < start + length; at += 23) {
        const changed = Buffer.from(token);
        changed[at] = changed[at]! ^ (1 << (at % 8));
        expect({ at, fault: verifyTimeStamp(changed, DIGEST).fault }).not.toEqual({ at, fault: null });
      }
    }
  });
});

describe('a time stamp authority', () => {
  let authority: TimeStampAuthority;

  beforeAll(async () => {
    authority = await TimeStampAuthority.start();
  });
  afterAll(() => authority.stop());

  test.each<[Behaviour, TimestampFailure]>([
    ['fails', 'http_status'],
    ['redirects', 'http_status'],
    ['answers HTML', 'content_type'],
    ['answers junk', 'unreadable'],
    ['answers 10 MB', 'too_large'],
    ['rejects', 'rejected'],
    ['stamps another imprint', 'other_imprint'],
    ['stamps another nonce', 'other_nonce'],
    ['breaks its signature', 'bad_signature'],
    ['signs with a certificate for other use', 'key_usage'],
    ['signs with a certificate that has ended', 'certificate_not_valid'],
  ])('an authority that %s fails with %s', async (behaviour, code) => {
    authority.next.push(behaviour);
    const stamping = clientOf(authority.url, authority.caFile).stamp(DIGEST);
    await expect(stamping).rejects.toMatchObject({ name: 'TimestampError', code });
    await expect(clientOf(authority.url, authority.caFile).stamp(DIGEST)).resolves.toBeDefined();
  });

  test('an authority that hangs fails after the time limit, and one that hangs up fails at once', async () => {
    authority.next.push('hangs');
    const patient = clientOf(authority.url, undefined, 200).stamp(DIGEST);
    await expect(patient).rejects.toMatchObject({
      code: 'no_answer',
      message: 'no answer within 0.2 seconds',
    });
    authority.next.push('hangs');
    const asked = authority.asked;
    const left = clientOf(authority.url).stamp(DIGEST);
    await Promise.all([
      authority.waitFor(asked + 1).then(() => authority.hangUp()),
      expect(left).rejects.toMatchObject({ code: 'no_answer' }),
    ]);
  });

  test('an authority that is down fails', async () => {
    const gone = await TimeStampAuthority.start();
    const { url } = gone;
    await gone.stop();
    await expect(clientOf(url).stamp(DIGEST)).rejects.toMatchObject({
      code: 'no_answer',
      message: 'connection refused',
    });
  });

  test('refuses an authority with a different root', async () => {
    const stranger = await TimeStampAuthority.start();
    try {
      const stamping = clientOf(authority.url, stranger.caFile).stamp(DIGEST);
      await expect(stamping).rejects.toMatchObject({ code: 'not_trusted' });
    } finally {
      await stranger.stop();
    }
  });
});

test('fetches a time stamp through the proxy', async () => {
  const [proxy, authority] = await Promise.all([ConnectProxy.start(), TimeStampAuthority.start()]);
  const settings = { outboundProxy: proxy.setting(), webhookAllowedCidrs: [] };
  const client = new TimeStampClient(authority.url, settings, []);
  try {
    expect((await client.stamp(DIGEST)).time.getTime()).toBeGreaterThan(0);
    expect(proxy.asked).toEqual([new URL(authority.url).host]);
    proxy.leads(() => 403);
    const other = new TimeStampClient(authority.url, settings, []);
    clients.push(other);
    await expect(other.stamp(DIGEST)).rejects.toThrow('proxy: it refused the connection (HTTP 403)');
  } finally {
    await client.close();
    await authority.stop();
    await proxy.stop();
  }
});
