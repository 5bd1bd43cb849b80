import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { MEDIA_TYPES } from '../../src/pdf/media-types.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { type ApiResponse } from '../support/api-client.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createDraft, DRAFT, sendRequest, SIGNATURES } from '../support/samples.js';
import { until } from '../support/until.js';

const AGREEMENT = join(PROJECT_ROOT, 'docs/specimen/agreement.pdf');
const MIB = 1024 * 1024;

describe('document uploads', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let pdf: Buffer;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization();
    pdf = await readFile(AGREEMENT);
  });
  afterAll(() => test.close());

  const upload = (id: number, bytes: Uint8Array, type = 'application/pdf') =>
    acme.api.put(`${SIGNATURES}/${id}/document`, bytes, { headers: { 'content-type': type } });

  function form(bytes: Uint8Array, field = 'file'): FormData {
    const data = new FormData();
    data.set(field, new Blob([new Uint8Array(bytes)]), 'agreement.pdf');
    return data;
  }

  const storedFiles = async () =>
    (await readdir(join(test.settings.dataDir, 'files'), { recursive: true }).catch(() => [])).filter(
      (name) => name.includes('/'),
    );

  it.each<[string, (id: number) => Promise<ApiResponse>]>([
    ['multipart', (id) => acme.api.put(`${SIGNATURES}/${id}/document`, form(pdf))],
    ['raw bytes', (id) => upload(id, pdf)],
  ])('accepts a PDF as %s and returns the same bytes', async (_name, put) => {
    const id = await createDraft(acme.api);
    const { status, body } = await put(id);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { ...DRAFT, id, status: 'draft', documentStatus: 'ready' },
    });
    expect(body).not.toHaveProperty('signers');
    const download = await acme.api.get(`${SIGNATURES}/${id}/document`);
    expect(download.headers.get('content-type')).toBe('application/pdf');
    expect(download.headers.get('content-disposition')).toContain('filename="Lease agreement.pdf"');
    expect(pdf.equals(download.body)).toBe(true);
    const signed = await acme.api.get(`${SIGNATURES}/${id}/document/signed`);
    expect(signed.body).toEqual({ statusCode: 404, message: 'Document not found', error: 'Not Found' });
  });

  it('describes the download of every type that it accepts', async () => {
    const document = await readFile(join(PROJECT_ROOT, 'docs/openapi.json'), 'utf8');
    const { content } =
      JSON.parse(document).paths[`${SIGNATURES}/{signatureId}/document`].get.responses['200'];
    expect(Object.keys(content)).toEqual(Object.values(MEDIA_TYPES).map(({ mimeType }) => mimeType));
  });

  it('detects the type from the bytes, whatever the Content-Type', async () => {
    const id = await createDraft(acme.api);
    const png = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    const { body } = await upload(id, png, 'application/pdf');
    expect(body).toMatchObject({ originalDocumentType: 'image/png', originalDocumentExtension: 'png' });
    expect((await acme.api.get(`${SIGNATURES}/${id}/document`)).headers.get('content-type')).toBe(
      'image/png',
    );
  });

  it('keeps only the latest upload', async () => {
    const id = await createDraft(acme.api);
    await upload(id, pdf);
    const before = await storedFiles();
    await upload(id, pdf);
    await until('the replaced files are gone', async () => (await storedFiles()).length === before.length);
  });

  it('keeps the latest upload even if the previous one cannot be deleted', async () => {
    const id = await createDraft(acme.api);
    const known = await storedFiles();
    await upload(id, pdf);
    const replaced = (await storedFiles()).find((name) => !known.includes(name))!;
    const path = join(test.settings.dataDir, 'files', replaced);
    await rm(path);
    await mkdir(path);
    expect((await upload(id, pdf)).status).toBe(200);
    await rmdir(path);
    const download = await acme.api.get(`${SIGNATURES}/${id}/document`);
    expect(pdf.equals(download.body)).toBe(true);
  });

  it('encrypts the stored file', async () => {
    const [name] = await storedFiles();
    const stored = await readFile(join(test.settings.dataDir, 'files', name!));
    expect(stored.includes('%PDF')).toBe(false);
  });

  it.each<[string, () => Uint8Array, number, string]>([
    ['an empty file', () => Buffer.alloc(0), 400, 'document_empty'],
    ['a PDF cut off in the middle', () => pdf.subarray(0, pdf.length / 2), 400, 'document_unreadable'],
    [
      'HTML sent as a PDF',
      () => Buffer.from('<html><body>hello</body></html>'),
      400,
      'document_type_unsupported',
    ],
    ['a file over 25 MB', () => Buffer.alloc(25 * MIB + 1, '%PDF-1.7\n'), 413, 'file_too_large'],
  ])('refuses %s, and keeps none of it', async (_name, bytes, statusCode, code) => {
    const id = await createDraft(acme.api);
    const before = await storedFiles();
    const { status, body } = await upload(id, bytes());
    expect({ status, body }).toEqual({
      status: statusCode,
      body: { statusCode, message: expect.any(String), error: expect.any(String), code },
    });
    // Files of documents that were replaced before may go meanwhile.
    const added = (await storedFiles()).filter((name) => !before.includes(name));
    expect(added).toEqual([]);
    expect((await acme.api.get(`${SIGNATURES}/${id}`)).body.documentStatus).toBe('draft');
  });

  it.each<[string, () => unknown, Record<string, string>]>([
    ['no body', () => undefined, {}],
    ['JSON', () => '{}', { 'content-type': 'application/json' }],
    ['a form without the field file', () => form(pdf, 'document'), {}],
  ])('refuses an upload with %s', async (_name, body, headers) => {
    const id = await createDraft(acme.api);
    const answer = await acme.api.put(`${SIGNATURES}/${id}/document`, body(), { headers });
    expect(answer.body).toMatchObject({ statusCode: 400, code: 'file_missing' });
  });

  it('accepts no document once the request has been sent', async () => {
    const { id } = await sendRequest(acme.api);
    expect((await upload(id, pdf)).body).toMatchObject({ statusCode: 400, code: 'not_a_draft' });
  });

  it('records the digest of the document when the request is sent', async () => {
    const id = await createDraft(acme.api);
    await upload(id, pdf);
    await acme.api.post(`${SIGNATURES}/${id}/send`, { signers: [{ email: 'ann@example.test' }] });
    const { body } = await acme.api.get(`${SIGNATURES}/${id}/audit-trail`);
    const eventOf = (wanted: string) => body.items.find(({ type }: { type: string }) => type === wanted);
    const uploaded = eventOf('document_uploaded');
    expect(uploaded.documentSha256).toBe(createHash('sha256').update(pdf).digest('hex'));
    expect(uploaded.presentedSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(eventOf('sent')).toMatchObject({ documentSha256: uploaded.presentedSha256 });
  });
});
