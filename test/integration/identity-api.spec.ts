import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { Person } from '../support/person.js';

const PATH = '/api/v1/identity-verifications';
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const FULL = {
  email: 'anna@example.com',
  firstName: 'Anna Maria',
  lastName: 'Eriksson',
  documentType: 'passport',
  verificationMethod: 'document',
};
const UNSAFE_ADDRESSES = [
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://x.test/1',
  'vbscript:x',
  'filesystem:https://x.test/temporary/1',
  'view-source:https://x.test/',
  'intent://x.test#Intent;scheme=https;end',
  'android-app://com.example/https/x.test',
  'ms-msdt:/id PCWDiagnostic',
  'search-ms:query=x',
  'chrome://settings',
  'chrome-extension://a/b.html',
  'moz-extension://a/b.html',
  'edge:settings',
  'about:blank',
  'jar:https://x.test!/',
  'wss://x.test/',
  'ftp://x.test/',
  'mailto:ann@x.test',
  'https://x.test/\r\nSet-Cookie: a=b',
  'https://x.test/a\tb',
];
const SHORT = {
  name: 'Anna Maria Eriksson',
  email: 'anna@example.com',
  callbackUrl: 'https://shop.test/back',
};

describe('the identity verification API', () => {
  let app: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    app = await sharedTestApp();
    acme = await app.createOrganization();
  });

  describe('POST', () => {
    test('returns exactly the documented fields for the full form', async () => {
      const { status, body } = await acme.api.post(PATH, FULL);
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        ...FULL,
        status: 'pending',
        sessionUrl: expect.stringMatching(new RegExp(`^${app.settings.publicUrl}/verify/[0-9a-f]{64}$`)),
        redirectUrl: null,
        metadata: {},
        createdAt: expect.stringMatching(TIMESTAMP),
        expiresAt: expect.stringMatching(TIMESTAMP),
      });
      expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(60 * 60 * 1000);
    });

    test('keeps redirectUrl and metadata as sent', async () => {
      const metadata = { z: 1, a: { deep: [null, 'ü', { constructor: 'x' }] }, order: 'kept' };
      const redirectUrl = 'myapp://done?x=1';
      const { body } = await acme.api.post(PATH, { ...FULL, redirectUrl, metadata });
      const { body: read } = await acme.api.get(`${PATH}/${body.id}`);
      for (const answer of [body, read]) {
        expect(answer.redirectUrl).toBe(redirectUrl);
        expect(JSON.stringify(answer.metadata)).toBe(JSON.stringify(metadata));
      }
    });

    test.each([5, 10_080])('keeps links of both forms working for %i minutes', async (expiresInMinutes) => {
      for (const form of [FULL, SHORT]) {
        const { body } = await acme.api.post(PATH, { ...form, expiresInMinutes });
        const { body: read } = await acme.api.get(`${PATH}/${body.id}`);
        expect(read.expiresAt).toBe(body.expiresAt);
        expect(Date.parse(read.expiresAt) - Date.parse(read.createdAt)).toBe(expiresInMinutes * 60_000);
      }
    });

    test('the short form returns a token and leaves the document open', async () => {
      const { status, body } = await acme.api.post(PATH, SHORT);
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        email: SHORT.email,
        status: 'pending',
        expiresAt: expect.stringMatching(TIMESTAMP),
        token: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      const { body: read } = await acme.api.get(`${PATH}/${body.id}`);
      expect(read).toMatchObject({
        firstName: 'Anna Maria',
        lastName: 'Eriksson',
        documentType: null,
        verificationMethod: 'combined',
        sessionUrl: `${app.settings.publicUrl}/verify/${body.token}`,
        redirectUrl: SHORT.callbackUrl,
      });
    });

    test.each([
      [{}, ['email', 'firstName', 'lastName', 'documentType', 'verificationMethod']],
      [{ ...FULL, email: 'nobody' }, ['email']],
      [{ ...FULL, expiresInMinutes: 4 }, ['expiresInMinutes']],
      [{ ...SHORT, expiresInMinutes: 10_081 }, ['expiresInMinutes']],
      [{ ...FULL, expiresInMinutes: 7.5 }, ['expiresInMinutes']],
      [{ ...SHORT, expiresInMinutes: '60' }, ['expiresInMinutes']],
      [{ ...FULL, email: undefined }, ['email']],
      [{ ...FULL, firstName: '' }, ['firstName']],
      [{ ...FULL, firstName: '  ' }, ['firstName']],
      [{ ...FULL, firstName: 'x'.repeat(201) }, ['firstName']],
      [{ ...FULL, lastName: 'a\0b' }, ['lastName']],
      [{ ...FULL, lastName: '\ud800' }, ['lastName']],
      [{ ...FULL, lastName: 7 }, ['lastName']],
      [{ ...FULL, documentType: 'visa' }, ['documentType']],
      [{ ...FULL, verificationMethod: 'selfie' }, ['verificationMethod']],
      [{ ...FULL, extra: 1 }, ['extra']],
      [{ ...FULL, redirectUrl: '/relative' }, ['redirectUrl']],
      ...UNSAFE_ADDRESSES.map((redirectUrl): [object, string[]] => [
        { ...FULL, redirectUrl },
        ['redirectUrl'],
      ]),
      [{ ...FULL, redirectUrl: `https://x.test/${'a'.repeat(2048)}` }, ['redirectUrl']],
      [{ ...FULL, metadata: [] }, ['metadata']],
      [{ ...FULL, metadata: 'text' }, ['metadata']],
      [{ ...FULL, metadata: { a: '\0' } }, ['metadata']],
      [{ ...FULL, metadata: { 'a\udc00': 1 } }, ['metadata']],
      [{ ...FULL, metadata: { a: 'x'.repeat(16 * 1024) } }, ['metadata']],
      [{ ...SHORT, callbackUrl: 'http://shop.test/back' }, ['callbackUrl']],
      [{ ...SHORT, callbackUrl: 'https://ann:secret@shop.test/back' }, ['callbackUrl']],
      [{ ...SHORT, callbackUrl: 'https://ann@shop.test/back' }, ['callbackUrl']],
      [{ ...SHORT, callbackUrl: 'https://shop.test/\r\nback' }, ['callbackUrl']],
      [{ ...SHORT, callbackUrl: undefined }, ['callbackUrl']],
      [{ ...SHORT, name: ' ' }, ['name']],
      [{ ...SHORT, firstName: 'Anna' }, ['firstName']],
      [{ ...SHORT, metadata: {} }, ['metadata']],
      [
        { ...FULL, callbackUrl: 'https://shop.test/back' },
        ['firstName', 'lastName', 'documentType', 'verificationMethod', 'name'],
      ],
    ])('refuses wrong fields and names them (case %#)', async (sent, fields) => {
      const before = (await acme.api.get(PATH)).body.total;
      const { status, body } = await acme.api.post(PATH, sent);
      expect(status).toBe(400);
      expect(body).toMatchObject({ statusCode: 400, error: 'Bad Request', message: expect.any(String) });
      expect(body.details.map((detail: { field: string }) => detail.field).sort()).toEqual(
        [...fields].sort(),
      );
      expect((await acme.api.get(PATH)).body.total).toBe(before);
    });

    test.each(['1e400', '-1e400', '[{ "a": 1e999 }]'])('refuses %s in metadata', async (value) => {
      const sent = JSON.stringify(FULL).replace(/}$/, `, "metadata": { "a": ${value} } }`);
      const { status, body } = await acme.api.post(PATH, sent, {
        headers: { 'content-type': 'application/json' },
      });
      expect({ status, details: body.details }).toEqual({
        status: 400,
        details: [{ field: 'metadata', message: expect.stringContaining('1.8e308') }],
      });
    });

    test.each(['com.example.app:/back', 'myapp:back?x=1', 'https://ann@x.test:8443/back'])(
      'accepts %s as redirectUrl',
      async (redirectUrl) => {
        expect((await acme.api.post(PATH, { ...FULL, redirectUrl })).body.redirectUrl).toBe(redirectUrl);
      },
    );

    test('accepts metadata of exactly 16 KB', async () => {
      const metadata = { a: 'x'.repeat(16 * 1024 - '{"a":""}'.length) };
      expect((await acme.api.post(PATH, { ...FULL, metadata })).status).toBe(201);
    });
  });

  describe('reading', () => {
    test('GET by id returns exactly the documented fields and the history', async () => {
      const { body: made } = await acme.api.post(PATH, FULL);
      const { status, body } = await acme.api.get(`${PATH}/${made.id}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        ...made,
        updatedAt: expect.stringMatching(TIMESTAMP),
        sessionId: expect.stringMatching(UUID),
        events: [
          {
            id: expect.any(Number),
            type: 'identity_verification.created',
            createdAt: expect.stringMatching(TIMESTAMP),
          },
        ],
      });
    });

    test('lists the organization’s own verifications only, newest first, in pages, filtered by status', async () => {
      const own = await app.createOrganization();
      const ids: number[] = [];
      for (let index = 0; index < 3; index++) ids.unshift((await own.api.post(PATH, FULL)).body.id);
      const { body: opened } = await own.api.get(`${PATH}/${ids[1]}`);
      await new Person(opened.sessionUrl).look();

      const all = (await own.api.get(PATH)).body;
      expect(all).toMatchObject({ total: 3, page: 1, limit: 20 });
      expect(all.items.map(({ id }: { id: number }) => id)).toEqual(ids);
      expect(all.items[0]).toEqual({
        id: ids[0],
        ...FULL,
        status: 'pending',
        createdAt: expect.stringMatching(TIMESTAMP),
        updatedAt: expect.stringMatching(TIMESTAMP),
      });
      const second = (await own.api.get(`${PATH}?page=2&limit=2`)).body;
      expect(second).toMatchObject({ items: [{ id: ids[2] }], total: 3, page: 2, limit: 2 });
      expect((await own.api.get(`${PATH}?page=9007199254`)).body).toMatchObject({ items: [], total: 3 });
      const started = (await own.api.get(`${PATH}?status=in_progress`)).body;
      expect(started).toMatchObject({ items: [{ id: ids[1], status: 'in_progress' }], total: 1 });
    });

    test.each([
      'page=0',
      'page=x',
      'page=1.5',
      'limit=0',
      'limit=101',
      'status=open',
      'status=reviewing',
      'skip=1',
    ])('the list refuses ?%s', async (query) => {
      expect((await acme.api.get(`${PATH}?${query}`)).status).toBe(400);
    });

    test('returns no report before the end', async () => {
      const { body: made } = await acme.api.post(PATH, FULL);
      const path = `${PATH}/${made.id}/document-report`;
      expect(await acme.api.get(path)).toMatchObject({ status: 404, body: { code: 'report_not_available' } });
      await new Person(made.sessionUrl).look();
      expect((await acme.api.get(path)).status).toBe(404);
    });

    test.each(['1e3', '-1', '0', '9007199254740993', 'x'])('refuses the malformed id %s', async (id) => {
      expect((await acme.api.get(`${PATH}/${id}`)).status).toBe(400);
      expect((await acme.api.get(`${PATH}/${id}/document-report`)).status).toBe(400);
    });
  });

  test('another organization’s verification is not found', async () => {
    const other = await app.createOrganization();
    const { body: made } = await acme.api.post(PATH, FULL);
    for (const suffix of ['', '/document-report']) {
      const foreign = await other.api.get(`${PATH}/${made.id}${suffix}`);
      const unknown = await other.api.get(`${PATH}/999999${suffix}`);
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(unknown.body);
    }
    expect((await other.api.get(PATH)).body.items).toEqual([]);
  });

  test('reading and writing need their scopes', async () => {
    const reader = await app.createOrganization({ scopes: ['identity:read'] });
    const writer = await app.createOrganization({ scopes: ['identity:write'] });
    const refusal = { status: 403, body: { statusCode: 403, error: 'Forbidden', code: 'missing_scope' } };
    expect(await reader.api.post(PATH, FULL)).toMatchObject(refusal);
    expect((await writer.api.post(PATH, FULL)).status).toBe(201);
    for (const path of [PATH, `${PATH}/1`, `${PATH}/1/document-report`]) {
      expect(await writer.api.get(path)).toMatchObject(refusal);
    }
    expect((await reader.api.get(PATH)).status).toBe(200);
  });
});
