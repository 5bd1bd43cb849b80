import { type ApiResponse } from '../support/api-client.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { beginVerification, VERIFICATIONS } from '../support/verifications.js';

const STRONG_TAG = /^"[\w-]{32}"$/;

describe('conditional and range requests', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let other: TestOrganization;
  let pdf: Buffer;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
    other = await test.createOrganization();
    pdf = await textPdf();
  });

  const known = (tag: string) => ({ headers: { 'if-none-match': tag } });
  const tagOf = ({ headers }: ApiResponse) => headers.get('etag')!;

  describe('for a resource', () => {
    it('sends a resource once, and answers 304 while it is unchanged', async () => {
      const path = `${SIGNATURES}/${await createDraft(acme.api)}`;
      for (const part of ['', '/status', '/audit-trail', '/document/fields']) {
        const first = await acme.api.get(path + part);
        expect(tagOf(first)).toMatch(STRONG_TAG);
        expect(first.headers.get('cache-control')).toBe('private, no-cache');
        for (const sent of [tagOf(first), `W/${tagOf(first)}`, `"other", ${tagOf(first)}`, '*']) {
          const again = await acme.api.get(path + part, known(sent));
          expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
          expect(tagOf(again)).toBe(tagOf(first));
        }
        expect((await acme.api.get(path + part, known('"other"'))).status).toBe(200);
      }
    });

    it('answers 304 for a replay of deliveries that has made no progress', async () => {
      const replays = '/api/v1/webhook-notifications/replays';
      const times = { from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' };
      const { body } = await acme.api.post(replays, times);
      const path = `${replays}/${body.id}`;
      const done = await until('the replay is finished', async () => {
        const answer = await acme.api.get(path);
        return answer.body.finished === true && answer;
      });
      expect(tagOf(done as ApiResponse)).toMatch(STRONG_TAG);
      expect((await acme.api.get(path, known(tagOf(done as ApiResponse)))).status).toBe(304);
    });

    it('sends a resource again as soon as it has changed', async () => {
      const { path, signerIds } = await sendRequest(test, acme, 'fast');
      const before = await acme.api.get(path);
      await acme.api.patch(`${path}/signers/${signerIds[0]}`, { email: 'new@example.test' });
      const after = await acme.api.get(path, known(tagOf(before)));
      expect(after).toMatchObject({ status: 200, body: { signers: [{ email: 'new@example.test' }] } });
      expect(tagOf(after)).not.toBe(tagOf(before));
    });

    it('keeps personal data out of every cache', async () => {
      const { id } = await beginVerification(test, acme);
      const first = await acme.api.get(`${VERIFICATIONS}/${id}`);
      expect(first.headers.get('cache-control')).toBe('no-store');
      const again = await acme.api.get(`${VERIFICATIONS}/${id}`, known(tagOf(first)));
      expect(again.status).toBe(304);
    });

    it('reveals nothing to other organizations, and counts a 304 against the rate limit', async () => {
      const path = `${SIGNATURES}/${await createDraft(acme.api)}`;
      const { headers } = await acme.api.get(path);
      expect((await other.api.get(path, known(headers.get('etag')!))).status).toBe(404);
      expect((await other.api.get(path, known('*'))).status).toBe(404);
      const left = (answer: ApiResponse) => Number(answer.headers.get('x-ratelimit-remaining-app'));
      const one = await acme.api.get(path, known('*'));
      expect(left(await acme.api.get(path, known('*')))).toBe(left(one) - 1);
    });

    it('sends errors, lists and changes without a tag', async () => {
      const answers = [
        await acme.api.get(`${SIGNATURES}/9007199254740991`),
        await acme.api.get(SIGNATURES),
        await acme.api.delete(`${SIGNATURES}/${await createDraft(acme.api)}`, known('*')),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 200, 200]);
      for (const { headers } of answers) {
        expect(headers.get('etag')).toBeNull();
        expect(headers.get('cache-control')).toBe('no-store');
      }
    });
  });

  describe('for a document', () => {
    let path: string;

    beforeAll(async () => {
      path = `${SIGNATURES}/${await createDraft(acme.api)}`;
      await acme.api.put(`${path}/document`, pdf, { headers: { 'content-type': 'application/pdf' } });
    });

    const get = (headers: Record<string, string> = {}, by = acme) =>
      by.api.get(`${path}/document`, { headers });
    const downloads = async () => {
      const { items } = (await acme.api.get(`${path}/audit-trail`)).body as { items: { type: string }[] };
      return items.filter(({ type }) => type === 'downloaded').length;
    };

    it('sends a document once, and answers 304 while it is unchanged without recording a download', async () => {
      const first = await get();
      expect(first.body).toEqual(pdf);
      expect(tagOf(first)).toMatch(STRONG_TAG);
      expect(first.headers.get('accept-ranges')).toBe('bytes');
      const recorded = await downloads();
      const again = await get({ 'if-none-match': tagOf(first) });
      expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect(await downloads()).toBe(recorded);
      expect((await get({ 'if-none-match': '*' }, other)).status).toBe(404);
    });

    it.each([
      ['bytes=0-99', 0, 100],
      ['bytes=100-', 100, undefined],
      ['bytes=-50', -50, undefined],
      ['bytes=100-9999999', 100, undefined],
    ])('sends the part %s, and records a download', async (range, from, to) => {
      const recorded = await downloads();
      const { status, headers, body } = await get({ range });
      const part = pdf.subarray(from, to);
      const start = from < 0 ? pdf.length + from : from;
      expect(status).toBe(206);
      expect(body).toEqual(part);
      const place = `${start}-${start + part.length - 1}/${pdf.length}`;
      expect(headers.get('content-range')).toBe(`bytes ${place}`);
      expect(headers.get('content-length')).toBe(String(part.length));
      expect(await downloads()).toBe(recorded + 1);
    });

    it('sends a part only if If-Range names this file, otherwise the whole file', async () => {
      const tag = tagOf(await get());
      expect((await get({ range: 'bytes=0-9', 'if-range': tag })).status).toBe(206);
      for (const condition of ['"other"', `W/${tag}`, new Date().toUTCString()])
        expect(await get({ range: 'bytes=0-9', 'if-range': condition })).toMatchObject({
          status: 200,
          body: pdf,
        });
    });

    it('sends the whole file for a range it can ignore, and 416 beyond the end', async () => {
      for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-1'])
        expect((await get({ range })).status).toBe(200);
      const recorded = await downloads();
      const { status, headers, body } = await get({ range: `bytes=${pdf.length}-` });
      expect(status).toBe(416);
      expect(body.code).toBe('range_not_satisfiable');
      expect(headers.get('content-range')).toBe(`bytes */${pdf.length}`);
      expect(await downloads()).toBe(recorded);
      expect((await get({ range: 'bytes=0-9' }, other)).status).toBe(404);
    });
  });
});
