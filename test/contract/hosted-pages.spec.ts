import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { PUBLIC_DIR } from '../../src/platform/config/paths.js';
import { type SharedTestApp, sharedTestApp } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { sendRequest } from '../support/samples.js';
import { beginVerification } from '../support/verifications.js';

/** Requests per minute allowed for one link, as in the guard. */
const PAGE_LIMIT = 300;

describe('the hosted pages', () => {
  let test: SharedTestApp;
  let signUrl: string;
  let verifyUrl: string;

  beforeAll(async () => {
    test = await sharedTestApp();
    const acme = await test.createOrganization({ name: 'Hearth & Sons' });
    const { signers } = await sendRequest(acme.api, { draft: { type: 'in_person' } });
    signUrl = signers[0]!.signingUrl!;
    verifyUrl = (await beginVerification(test, acme)).person.sessionUrl;
  });

  const unknown = () => `${test.url}/sign/${'0'.repeat(64)}`;

  it.each<[string, () => string, number]>([
    ['signing', () => signUrl, 200],
    ['verification', () => verifyUrl, 200],
    ['a link that was never issued', unknown, 404],
  ])('the page is safe to open: %s', async (_name, url, status) => {
    const response = await fetch(url());
    const html = await response.text();
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('permissions-policy')).toContain('camera=(), microphone=()');
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-inline');
    const nonce = /script-src[^;]*'nonce-([0-9a-f]{32})'/.exec(policy)![1]!;
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
    const addresses = [...html.matchAll(/\b(?:src|href|action)="(https?:[^"]*)"/g)].map(
      ([, address]) => address,
    );
    expect(addresses.filter((address) => !address!.startsWith(test.url))).toEqual([]);
  });

  it('pages can use the camera only where they need it', async () => {
    const acme = await test.createOrganization();
    for (const verificationMethod of ['document', 'liveness']) {
      const { person } = await beginVerification(test, acme, { verificationMethod });
      const policy = async () => (await fetch(person.sessionUrl)).headers.get('permissions-policy');
      expect(await policy()).toContain('camera=()');
      await person.agree();
      expect(await policy()).toContain('camera=(self), microphone=()');
    }
    const { status, headers } = await (await signedIn(test, acme)).get('verifications');
    expect(status).toBe(200);
    expect(headers.get('permissions-policy')).toContain('camera=(), microphone=()');
  });

  it('each response has a new nonce', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await fetch(signUrl)).headers.get('content-security-policy')),
    );
    expect(policies[0]).not.toBe(policies[1]);
  });

  it('an unknown link is reported in the reader’s language, never as JSON', async () => {
    const response = await fetch(unknown(), { headers: { 'accept-language': 'es-MX,en;q=0.5' } });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-language')).toBe('es');
    expect(await response.text()).toContain('Este enlace no funciona');
  });

  it('a missing page below a link names the sender, unless the link is wrong', async () => {
    const accept = { headers: { accept: 'text/html' } };
    const wordsOf = async (url: string) => {
      const response = await fetch(url, accept);
      expect(response.status).toBe(404);
      return response.text();
    };
    for (const url of [`${signUrl}/copy`, `${verifyUrl}/nothing`])
      expect(await wordsOf(url)).toContain('Hearth &amp; Sons');
    for (const url of [`${unknown()}/copy`, `${signUrl.replace('/sign/', '/verify/')}/nothing`])
      expect(await wordsOf(url)).not.toContain('Hearth');
    const many = await Promise.all(Array.from({ length: 30 }, () => wordsOf(`${signUrl}/nothing`)));
    // Many requests at once are answered without the database.
    expect(many.filter((words) => words.includes('Hearth')).length).toBeLessThan(many.length);
  });

  it.each([
    ['/', 200, 'Sign documents and verify identities'],
    ['/nothing/here', 404, 'There is no page at this address'],
  ])(
    'answers a browser at %s with a page, and any other client with the JSON error',
    async (path, status, heading) => {
      const page = await fetch(test.url + path, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(page.status).toBe(status);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toContain("'nonce-");
      expect(await page.text()).toContain(heading);
      const other = await fetch(test.url + path);
      expect(other.status).toBe(404);
      expect(await other.json()).toEqual({ statusCode: 404, message: 'Not Found', error: 'Not Found' });
    },
  );

  it('leads from the bare address to signing in', async () => {
    const page = await fetch(test.url, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<a class="leave" href="/dashboard">Sign in</a>');
  });

  it('answers unknown paths of the API with JSON', async () => {
    const response = await fetch(`${test.url}/api/v1/nothing`, { headers: { accept: 'text/html' } });
    expect(await response.json()).toMatchObject({ statusCode: 404 });
  });

  it('refuses the QR code of an unknown session as JSON, not as a picture', async () => {
    const response = await fetch(`${test.url}/verify/${'0'.repeat(64)}/code.svg`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({
      statusCode: 404,
      message: 'Session not found',
      error: 'Not Found',
    });
  });

  it('compresses scripts and styles in a way that the browser accepts', async () => {
    const plain = readFileSync(join(PUBLIC_DIR, 'app.css'));
    const unchanged = (bytes: Buffer) => bytes;
    for (const [accepted, encoding, open] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['identity', undefined, unchanged],
    ] as const) {
      // fetch decompresses on its own.
      const { headers, body } = await request(`${test.url}/assets/app.css`, {
        headers: { 'accept-encoding': accepted },
      });
      const bytes = Buffer.from(await body.arrayBuffer());
      expect(headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8', vary: 'Accept-Encoding' });
      expect(headers['content-encoding']).toBe(encoding);
      expect(open(bytes).equals(plain)).toBe(true);
      if (encoding) expect(bytes.length).toBeLessThan(plain.length / 3);
    }
  });

  it('limits requests per link', async () => {
    const busy = `${test.url}/sign/${'1'.repeat(64)}`;
    for (let sent = 0; sent < PAGE_LIMIT; sent += 50) {
      const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await fetch(busy)).status));
      expect(statuses).toEqual(statuses.map(() => 404));
    }
    const refused = await fetch(busy);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('Too many attempts');
    expect((await fetch(signUrl)).status).toBe(200);
  });
});
