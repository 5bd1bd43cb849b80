import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { MAX_DOCUMENT_BYTES } from '../../src/pdf/document-limits.js';
import { PdfService } from '../../src/pdf/pdf.service.js';
import { UPLOAD_LIMITS, Uploads } from '../../src/platform/storage/uploads.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Gate } from '../support/gate.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { until } from '../support/until.js';
import { uploadOf } from '../support/uploads.js';

/** The number of the largest documents that an organization can upload at once. */
const MOST = Math.floor(UPLOAD_LIMITS.bytesPerKey / MAX_DOCUMENT_BYTES);

describe('uploads', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let other: TestOrganization;
  const clients: ClientRequest[] = [];

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization();
    other = await test.createOrganization();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await until('no upload is left', () => load().works === 0);
  });
  afterAll(() => test.close());

  const load = () => test.app.get(Uploads).admission.load;

  async function partialFiles(): Promise<string[]> {
    const names = await readdir(join(test.settings.dataDir, 'files'), { recursive: true }).catch(() => []);
    return names.filter((name) => name.endsWith('.part'));
  }

  /** Begins to send a document of this size, but only these bytes ever arrive. */
  async function begin({ api, apiKey }: TestOrganization, size: number, bytes: Buffer) {
    const id = await createDraft(api);
    const client = request(`${test.url}${SIGNATURES}/${id}/document`, {
      method: 'PUT',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/pdf', 'content-length': size },
    });
    client.on('error', () => undefined);
    clients.push(client);
    client.write(bytes);
    return { id, client };
  }

  inDepth('admits uploads by their bytes, per organization and overall, before reading them', async () => {
    for (let count = 1; count <= MOST; count++) {
      await begin(acme, MAX_DOCUMENT_BYTES, Buffer.from('%PDF'));
      await until('it is admitted', () => load().works === count);
    }
    expect(load().bytes).toBe(MOST * MAX_DOCUMENT_BYTES);
    expect(await partialFiles()).toHaveLength(MOST);

    const { client } = await begin(acme, MAX_DOCUMENT_BYTES, Buffer.from('%PDF'));
    const [refusal] = (await once(client, 'response')) as [IncomingMessage];
    expect(refusal.headers).toMatchObject({ 'retry-after': '60', 'retry-after-app': '60' });
    expect(await json(refusal)).toEqual({
      statusCode: 429,
      message: 'ThrottlerException: Too Many Requests',
      error: 'Too Many Requests',
    });
    const pdf = await textPdf();
    const { path } = { path: `${SIGNATURES}/${await createDraft(other.api)}/document` };
    const headers = { 'content-type': 'application/pdf' };
    expect((await other.api.put(path, pdf, { headers })).status).toBe(200);

    for (const each of clients.splice(0)) each.destroy();
    await until('all are dropped', () => load().works === 0);
    expect(load()).toEqual({ works: 0, bytes: 0 });
    expect(await partialFiles()).toEqual([]);
  });

  inDepth('counts uploads before it looks for the draft, and repeated ones as well', async () => {
    const pdf = await textPdf();
    const path = `${SIGNATURES}/${await createDraft(acme.api)}/document`;
    const keyed = { headers: { 'content-type': 'application/pdf', 'idempotency-key': 'counted' } };
    expect((await acme.api.put(path, pdf, keyed)).status).toBe(200);
    for (let count = 1; count <= UPLOAD_LIMITS.perKey; count++) await begin(acme, 99, Buffer.from('%PDF'));
    await until('all are admitted', () => load().works === UPLOAD_LIMITS.perKey);

    expect((await acme.api.put(path, pdf, keyed)).status).toBe(429);
    const unknown = await acme.api.put(`${SIGNATURES}/9007199254740991/document`, pdf, keyed);
    expect(unknown.status).toBe(429);
    clients.pop()!.destroy();
    await until('one is dropped', () => load().works === UPLOAD_LIMITS.perKey - 1);
    const replayed = await acme.api.put(path, pdf, keyed);
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });

  inDepth('slow uploads hold up nothing else of the same organization', async () => {
    const slow = await begin(acme, 99, Buffer.from('%'));
    await until('it is admitted', () => load().works === 1);
    const pdf = await textPdf();
    for (let upload = 1; upload <= 2; upload++) {
      const path = `${SIGNATURES}/${await createDraft(acme.api)}/document`;
      expect((await acme.api.put(path, pdf, { headers: { 'content-type': 'application/pdf' } })).status).toBe(
        200,
      );
      slow.client.write('P');
    }
    expect(load().works).toBe(1);
  });

  it('does no work for an upload whose client disconnects while waiting for its turn', async () => {
    const pdf = await textPdf();
    const gate = new Gate();
    const slow = { ...uploadOf(pdf), read: () => gate.pass().then(() => pdf) };
    const owner = { tenant: acme.organizationId };
    const ahead = test.app.get(PdfService).inspect(slow, owner);
    const { id, client } = await begin(acme, pdf.length, pdf);
    client.end();
    await until('it waits', async () => load().works === 1 && (await partialFiles()).length === 1);

    client.destroy();
    await until('it has left the queue', () => load().works === 0);
    expect(await partialFiles()).toEqual([]);
    gate.open();
    expect(await ahead).toMatchObject({ ok: true });
    expect((await acme.api.get(`${SIGNATURES}/${id}`)).body.documentStatus).toBe('draft');
  });
});
