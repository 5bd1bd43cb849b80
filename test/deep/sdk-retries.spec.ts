import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { retryAfterMs } from '../../sdk/typescript/src/answers.js';
import { apiError } from '../../sdk/typescript/src/errors.js';
import {
  ConflictError,
  ConnectionError,
  Countersign,
  RateLimitError,
  ServiceError,
  TimeoutError,
} from '../../sdk/typescript/src/index.js';
import { waitBefore } from '../../sdk/typescript/src/retry.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { faults, FaultyProxy } from '../support/faulty-proxy.js';
import { inDepth } from '../support/in-depth.js';

const DRAFT = {
  type: 'fast',
  originalDocumentName: 'Lease agreement',
  originalDocumentType: 'application/pdf',
  originalDocumentExtension: 'pdf',
} as const;
/** What the calls leave in the audit trail of their request. */
const CALLED = ['created', 'document_uploaded', 'email_changed', 'reminded', 'sent'];
const BUSY = JSON.stringify({
  statusCode: 503,
  message: 'The service is too busy at the moment. Please try again',
  error: 'Service Unavailable',
  code: 'busy',
});
/** A proxy's answer while the service restarts. */
const BAD_GATEWAY = '<html>Bad Gateway</html>';

describe('retries of the TypeScript client', () => {
  let test: SharedTestApp;
  let proxy: FaultyProxy;
  let org: TestOrganization;
  let client: Countersign;

  beforeAll(async () => {
    test = await sharedTestApp();
  });
  beforeEach(async () => {
    proxy = await FaultyProxy.before(test.url);
    org = await test.createOrganization();
    client = new Countersign({ baseUrl: proxy.url, apiKey: org.apiKey });
  });
  afterEach(() => proxy.stop());

  const drafts = async () => (await org.api.get('/api/v1/signatures')).body.total as number;

  it.each([
    ['before the service has heard of it', faults.cutBefore()],
    ['after the service has carried it out', faults.cutAfter()],
    ['within the answer', faults.cutWithin(10)],
  ])('makes one request if the connection is cut %s', async (_when, fault) => {
    proxy.meetNext(fault, fault);
    const draft = await client.signatures.create(DRAFT);
    const { body } = await org.api.get('/api/v1/signatures');
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual([draft.id]);
    const keys = proxy.keysOf('POST');
    expect(keys).toHaveLength(3);
    expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]));
  });

  inDepth('sends, reminds, changes and cancels once each, even if every first answer is lost', async () => {
    const { id } = await client.signatures.create(DRAFT);
    proxy.meetNext(faults.cutAfter());
    await client.documents.upload(id, await readFile(join(PROJECT_ROOT, 'docs/specimen/agreement.pdf')));
    proxy.meetNext(faults.cutAfter());
    const { signers } = await client.signatures.send(id, { signers: [{ email: 'ann@example.test' }] });
    proxy.meetNext(faults.cutAfter());
    await client.signers.remind(id, signers[0]!.id);
    proxy.meetNext(faults.cutAfter());
    await client.signers.changeEmail(id, signers[0]!.id, 'ann.lee@example.test');
    const { items } = await client.signatures.auditTrail(id);
    const types = items.map(({ type }) => type).filter((type) => CALLED.includes(type));
    expect(types.sort()).toEqual(CALLED);
    proxy.meetNext(faults.cutAfter());
    expect(await client.signatures.cancel(id)).toMatchObject({ id, deletedAt: expect.any(String) });
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect(new Set(proxy.keysOf(method)).size).toBe(1);
    expect(new Set(proxy.keysOf('POST')).size).toBe(3);
  });

  it('keeps the caller’s key across calls, and takes a new one for a new call', async () => {
    const idempotencyKey = randomUUID();
    const first = await client.signatures.create(DRAFT, { idempotencyKey });
    expect(await client.signatures.create(DRAFT, { idempotencyKey })).toEqual(first);
    const other = { ...DRAFT, originalDocumentName: 'Another' };
    const reused = client.signatures.create(other, { idempotencyKey });
    await expect(reused).rejects.toMatchObject({ name: 'ConflictError', code: 'idempotency_key_reused' });
    await expect(reused).rejects.toBeInstanceOf(ConflictError);
    await client.signatures.create(DRAFT);
    expect(await drafts()).toBe(2);
  });

  it('waits as long as Retry-After asks after 429 and 503, and continues', async () => {
    const asked = { 'retry-after': '0', 'content-type': 'application/json' };
    proxy.meetNext(
      faults.answer(429, asked),
      faults.answer(503, asked, BUSY),
      faults.answer(502, {}, BAD_GATEWAY),
    );
    await client.signatures.create(DRAFT);
    expect(proxy.requests).toHaveLength(4);
    expect(await drafts()).toBe(1);
  });

  it('does not wait longer than allowed, and reports how long it would have been', async () => {
    proxy.meetNext(faults.answer(429, { 'retry-after': '3600' }));
    const error = await client.signatures.get(1).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    expect(proxy.requests).toHaveLength(1);
  });

  it('gives up after as many retries as are allowed, with the last error', async () => {
    const asked = { 'retry-after': '0' };
    proxy.meetNext(...Array.from({ length: 3 }, () => faults.answer(503, asked, BUSY)));
    const error = await client.signatures.get(1, { maxRetries: 2 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ status: 503, code: 'busy', message: expect.stringContaining('Please') });
    expect(proxy.requests).toHaveLength(3);
  });

  it('repeats nothing that would be refused again', async () => {
    proxy.meetNext(
      faults.answer(507),
      faults.answer(400),
      faults.answer(302, { location: 'https://a.test/x' }),
    );
    await expect(client.signatures.get(1)).rejects.toMatchObject({ status: 507 });
    await expect(client.signatures.get(1)).rejects.toMatchObject({ status: 400 });
    await expect(client.signatures.get(1)).rejects.toMatchObject({
      name: 'UnexpectedAnswerError',
      message: expect.stringContaining('https://a.test: baseUrl'),
    });
    expect(proxy.requests).toHaveLength(3);
  });

  it('tries again when nothing comes in time, and then reports it', async () => {
    proxy.meetNext(faults.hang(), faults.hangWithin(10), faults.hang());
    const options = { timeoutMs: 200 };
    const patient = { ...options, maxRetries: 2, idempotencyKey: randomUUID() };
    await expect(client.signatures.create(DRAFT, patient)).rejects.toBeInstanceOf(TimeoutError);
    await client.signatures.create(DRAFT, { idempotencyKey: patient.idempotencyKey });
    expect(await drafts()).toBe(1);
    proxy.meetNext(faults.hang());
    const once = client.signatures.get(1, { ...options, maxRetries: 0 });
    await expect(once).rejects.toMatchObject({
      code: 'timed_out',
      message: expect.stringContaining('200 ms'),
    });
  });

  it('reports that there is no connection', async () => {
    await proxy.stop();
    const error = await client.signatures.get(1, { maxRetries: 1 }).catch((reason: unknown) => reason);
    proxy = await FaultyProxy.before(test.url);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      code: 'connection_failed',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it.each([
    ['before the call', 0, (stop: () => void) => stop()],
    ['while the service does not answer', 1, () => undefined],
  ])('ends a call with the reason of the signal %s', async (_when, requests, begin) => {
    const controller = new AbortController();
    const reason = new Error('the customer has left');
    const stop = () => controller.abort(reason);
    begin(stop);
    proxy.meetNext((incoming) => {
      incoming.resume();
      stop();
    });
    const call = client.signatures.create(DRAFT, { signal: controller.signal });
    await expect(call).rejects.toBe(reason);
    expect(proxy.requests).toHaveLength(requests);
  });

  it('ends a call with the reason of the signal between two attempts', async () => {
    const controller = new AbortController();
    proxy.meetNext(faults.answer(503, { 'retry-after': '60' }));
    const call = client.signatures.get(1, { signal: controller.signal });
    setImmediate(function wait() {
      if (proxy.requests.length === 0) setImmediate(wait);
      else setImmediate(() => controller.abort());
    });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(proxy.requests).toHaveLength(1);
  });
});

describe('the wait before a retry', () => {
  const busy = (milliseconds?: number) => apiError({ status: 503, message: '', retryAfterMs: milliseconds });

  it('doubles the wait up to eight seconds, at random between half and all of it', () => {
    const waits = (random: number) =>
      [0, 1, 2, 3, 4, 9].map((failures) => waitBefore(failures, busy(), () => random));
    expect(waits(1)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
    expect(waits(0)).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
  });

  it('waits no less than Retry-After asks', () => {
    expect(waitBefore(0, busy(60_000), () => 0)).toBe(60_000);
    expect(waitBefore(5, busy(1_000), () => 1)).toBe(1_500);
  });

  it('reads seconds and dates in Retry-After', () => {
    const now = Date.parse('2026-11-24T10:00:00Z');
    expect(retryAfterMs('7', now)).toBe(7_000);
    expect(retryAfterMs('Tue, 24 Nov 2026 10:00:30 GMT', now)).toBe(30_000);
    expect(retryAfterMs('Tue, 24 Nov 2026 09:00:00 GMT', now)).toBe(0);
    for (const header of [null, '', '-1', '1.5', 'soon']) expect(retryAfterMs(header, now)).toBeUndefined();
  });
});
