import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ApiResponse } from '../support/api-client.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { DocumentedApi } from '../support/documented-api.js';
import { inDepth } from '../support/in-depth.js';
import { createDraft, sendRequest, SIGNATURES } from '../support/samples.js';
import { beginVerification } from '../support/verifications.js';

interface RawAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

const RATE_HEADERS = ['x-ratelimit-limit-app', 'x-ratelimit-remaining-app', 'x-ratelimit-reset-app'];

describe('requests that the framework refuses', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
  });

  /** Sends bytes that a well-behaved client would not send, and reads the answer until the server closes. */
  async function send(...lines: string[]): Promise<RawAnswer> {
    const socket = connect(Number(new URL(test.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write([...lines, '', ''].join('\r\n'));
    const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string];
    const [start, ...fields] = head.split('\r\n');
    const headers = new Headers(
      fields.map((field) => field.split(/: ?(.*)/s).slice(0, 2) as [string, string]),
    );
    return { status: Number(start!.split(' ')[1]), headers, body: JSON.parse(body) };
  }

  function expectOurShape({ status, headers, body }: RawAnswer | ApiResponse, expected: number): void {
    expect(body).toMatchObject({
      statusCode: expected,
      message: expect.any(String),
      error: expect.any(String),
    });
    expect(status).toBe(expected);
    expect(headers.get('x-request-id')).toMatch(/^[\w.:-]+$/);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    for (const name of RATE_HEADERS)
      expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(/^\d+$/)]);
  }

  it.each([
    [
      'a path that is not UTF-8',
      400,
      ['GET /api/v1/signatures/%ff HTTP/1.1', 'Host: a', 'Connection: close'],
    ],
    ['two Hosts', 400, ['GET /api/v1/signatures HTTP/1.1', 'Host: a', 'host: b', 'Connection: close']],
    ['no Host', 400, ['GET /api/v1/signatures HTTP/1.1', 'Connection: close']],
    [
      'an unknown Expect',
      417,
      ['GET /api/v1/signatures HTTP/1.1', 'Host: a', 'Expect: a', 'Connection: close'],
    ],
    [
      'too large a header',
      431,
      ['GET /api/v1/signatures HTTP/1.1', 'Host: a', `X-Long: ${'a'.repeat(20_000)}`],
    ],
    ['something that is not HTTP', 400, ['HELO example.test']],
  ])('answers %s in the format of every error', async (_, status, lines) => {
    expectOurShape(await send(...lines), status);
  });

  it.each([
    ['two Hosts', ['Host: a', 'Host: b']],
    ['no Host', []],
  ])('refuses a form with %s, and keeps running', async (_, hosts) => {
    const form = [
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 0',
      'Connection: close',
    ];
    const refused = await send('POST /sign/unknown/consent HTTP/1.1', ...hosts, ...form);
    expect(refused).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request' } });
    expectOurShape(await send('GET /api/v1/signatures HTTP/1.1', 'Host: a', 'Connection: close'), 401);
  });

  it('answers the path * like any unknown path, with all headers', async () => {
    const { status, headers, body } = await send('GET * HTTP/1.1', 'Host: a', 'Connection: close');
    expect({ status, body }).toEqual({
      status: 404,
      body: { statusCode: 404, message: 'Not Found', error: 'Not Found' },
    });
    expect(headers.get('x-request-id')).toMatch(/^[\w.:-]+$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('puts the host of a request’s target or header into no link', async () => {
    const org = await test.createOrganization();
    for (let made = 0; made < 2; made++) await createDraft(org.api);
    const head = ['Host: evil.test', `X-Api-Key: ${org.apiKey}`, 'Connection: close'];
    const target = `${SIGNATURES}?limit=1`;
    for (const form of [target, `http://evil.test${target}`]) {
      const { status, headers } = await send(`GET ${form} HTTP/1.1`, ...head);
      expect(status).toBe(200);
      expect(headers.get('link')).toContain(
        `<${test.settings.publicUrl}${SIGNATURES}?limit=1&skip=1>; rel="next"`,
      );
      expect(headers.get('link')).not.toContain('evil');
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  });

  it('refuses an id of any length and names it', async () => {
    const answer = await acme.api.get(`${SIGNATURES}/${'1'.repeat(3_000)}`);
    expectOurShape(answer, 400);
    expect(answer.body.details).toEqual([{ field: 'signatureId', message: expect.any(String) }]);
  });

  it('sends rate headers with an unknown path, a missing key and a malformed body, too', async () => {
    expectOurShape(await acme.api.get('/api/v1/unknown'), 404);
    expectOurShape(
      await acme.api.post(SIGNATURES, '{', { headers: { 'content-type': 'application/json' } }),
      400,
    );
    expectOurShape(await acme.api.get(SIGNATURES, { headers: { authorization: 'Bearer sk_wrong' } }), 401);
  });

  it('counts a request without a valid key against its address', async () => {
    const remaining = async () =>
      Number(
        (await acme.api.get(SIGNATURES, { headers: { authorization: 'Bearer sk_wrong' } })).headers.get(
          'x-ratelimit-remaining-app',
        ),
      );
    const before = await remaining();
    expect(await remaining()).toBe(before - 1);
  });

  it('refuses an unknown query parameter on every GET', async () => {
    const reads = new DocumentedApi().operations.filter(({ method }) => method === 'GET');
    expect(reads.length).toBeGreaterThan(10);
    for (const { path } of reads) {
      const { status, body } = await acme.api.get(`${path.replaceAll(/\{\w+\}/g, '1')}?verbose=1`);
      expect({ path, status, details: body.details }).toEqual({
        path,
        status: 400,
        details: [{ field: 'verbose', message: 'verbose is not a known field' }],
      });
    }
  });
});

describe('a multipart body', () => {
  let acme: TestOrganization;
  let upload: (body: string, boundary?: string) => Promise<ApiResponse>;

  beforeAll(async () => {
    acme = await (await sharedTestApp()).createOrganization();
    const path = `${SIGNATURES}/${await createDraft(acme.api)}/document`;
    upload = (body, boundary = '; boundary=b') =>
      acme.api.put(path, body, { headers: { 'content-type': `multipart/form-data${boundary}` } });
  });

  const part = (name: string, content: string, fileName = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${fileName && `; filename="${fileName}"`}\r\n\r\n${content}\r\n`;

  it.each([
    ['without a boundary', part('file', '%PDF-', 'a.pdf'), ''],
    ['cut off in its file', part('file', '%PDF-', 'a.pdf'), undefined],
    ['cut off in a header', '--b\r\nContent-Dispo', undefined],
  ])('a body %s is malformed', async (_, body, boundary) => {
    expect((await upload(body, boundary)).body).toMatchObject({
      statusCode: 400,
      code: 'malformed_multipart',
    });
  });

  inDepth('answers a malformed body with a page wherever people send a file', async () => {
    const test = await sharedTestApp();
    const { cookie } = await signedIn(test, acme);
    const { signers } = await sendRequest(acme.api, { draft: { type: 'in_person' } });
    const [photo, selfie] = [
      await beginVerification(test, acme),
      await beginVerification(test, acme, { verificationMethod: 'liveness' }),
    ];
    for (const { person } of [photo, selfie]) await person.agree();
    const draft = await createDraft(acme.api);
    const places = [
      `${test.url}/verify-document`,
      `${photo.person.sessionUrl}/front`,
      `${selfie.person.sessionUrl}/frames`,
      `${signers[0]!.signingUrl!}/consent`,
      `${signers[0]!.signingUrl!}/picture`,
      `${test.url}/dashboard/signatures/new`,
      `${test.url}/dashboard/signatures/${draft}/document`,
      `${test.url}/dashboard/settings`,
    ];
    for (const url of places)
      for (const [body, boundary] of [
        [part('file', 'a', 'a.jpg'), ''],
        [part('file', 'a', 'a.jpg'), '; boundary=b'],
        ['--b\r\nContent-Dispo', '; boundary=b'],
      ] as const) {
        const headers = { 'content-type': `multipart/form-data${boundary}`, cookie };
        const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
        expect([url, boundary, answer.status]).toEqual([url, boundary, 400]);
        expect(await answer.text()).toContain('<h1');
      }
  });

  it('refuses a body with too many files or fields, and says which', async () => {
    const files = part('file', '%PDF-', 'a.pdf') + part('file', '%PDF-', 'b.pdf');
    expect((await upload(`${files}--b--\r\n`)).body).toMatchObject({
      statusCode: 413,
      code: 'too_many_files',
    });
    const fields = Array.from({ length: 30 }, (_, index) => part(`field${index}`, 'a')).join('');
    expect((await upload(`${fields}--b--\r\n`)).body).toMatchObject({
      statusCode: 413,
      code: 'too_many_fields',
      message: 'Send at most 10 fields in addition to the file',
    });
  });
});
