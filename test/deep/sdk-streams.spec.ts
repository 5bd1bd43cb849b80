import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Countersign, TooLargeError, type UploadSource } from '../../sdk/typescript/src/index.js';
import { MAX_DOCUMENT_BYTES } from '../../src/pdf/document-limits.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { faults, FaultyProxy } from '../support/faulty-proxy.js';
import { inDepth } from '../support/in-depth.js';
import { bulkyPdf } from '../support/pdf-samples.js';

const DRAFT = {
  type: 'fast',
  originalDocumentName: 'Lease agreement',
  originalDocumentType: 'application/pdf',
  originalDocumentExtension: 'pdf',
} as const;
/** The size of a PDF without its bulk. */
const FRAME_BYTES = 1_024;

describe('uploads and downloads of the TypeScript client', () => {
  let test: SharedTestApp;
  let proxy: FaultyProxy;
  let org: TestOrganization;
  let client: Countersign;
  let folder: string;
  const pdf = bulkyPdf(300_000);

  beforeAll(async () => {
    test = await sharedTestApp();
    org = await test.createOrganization();
    folder = await mkdtemp(join(tmpdir(), 'countersign-sdk-'));
    await writeFile(join(folder, 'lease.pdf'), pdf);
  });
  beforeEach(async () => {
    proxy = await FaultyProxy.before(test.url);
    client = new Countersign({ baseUrl: proxy.url, apiKey: org.apiKey });
  });
  afterEach(() => proxy.stop());
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const draft = async () => (await client.signatures.create(DRAFT)).id;
  const uploaded = async (source: UploadSource = pdf) => {
    const id = await draft();
    await client.documents.upload(id, source);
    return id;
  };
  const stored = async (id: number) =>
    (await org.api.get(`/api/v1/signatures/${id}/document`)).body as Buffer;

  inDepth.each<[string, () => UploadSource | Promise<UploadSource>]>([
    ['bytes', () => pdf],
    ['an ArrayBuffer', () => new Uint8Array(pdf).buffer],
    ['a file as a Blob', () => openAsBlob(join(folder, 'lease.pdf'))],
    ['a function that opens a file', () => () => createReadStream(join(folder, 'lease.pdf'))],
  ])('uploads %s, and again if the answer is lost', async (_name, source) => {
    const id = await draft();
    proxy.meetNext(faults.cutAfter());
    const answer = await client.documents.upload(id, await source());
    expect(answer).toMatchObject({ id, documentStatus: 'ready' });
    expect(proxy.keysOf('PUT')).toHaveLength(2);
    expect(pdf.equals(await stored(id))).toBe(true);
  });

  it('uploads a stream, and does not repeat what it cannot read again', async () => {
    const id = await draft();
    proxy.meetNext(faults.cutBefore());
    const lost = client.documents.upload(id, createReadStream(join(folder, 'lease.pdf')));
    await expect(lost).rejects.toMatchObject({ code: 'connection_failed' });
    expect(proxy.keysOf('PUT')).toHaveLength(1);
    await client.documents.upload(id, createReadStream(join(folder, 'lease.pdf')));
    expect(pdf.equals(await stored(id))).toBe(true);
  });

  it('ends an upload with the error of its source, and does not try again', async () => {
    const id = await draft();
    const missing = join(folder, 'missing.pdf');
    for (const source of [createReadStream(missing), () => createReadStream(missing)])
      await expect(client.documents.upload(id, source)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(proxy.keysOf('PUT').length).toBeLessThanOrEqual(2);
  });

  it('reports why a document is refused', async () => {
    const id = await draft();
    const refused = client.documents.upload(id, Buffer.from('not a document'));
    await expect(refused).rejects.toMatchObject({
      name: 'BadRequestError',
      code: 'document_type_unsupported',
    });
  });

  it('downloads to a file and into a web stream, and reads each download once', async () => {
    const id = await uploaded();
    const path = join(folder, 'copy.pdf');
    const download = await client.documents.original(id);
    expect(download).toMatchObject({ contentType: 'application/pdf', size: pdf.length });
    await pipeline(download, createWriteStream(path));
    expect(pdf.equals(await readFile(path))).toBe(true);
    expect(() => download.stream()).toThrow('a download can be read once');
    const web = new Response((await client.documents.original(id)).stream() as never);
    expect(pdf.equals(Buffer.from(await web.arrayBuffer()))).toBe(true);
    await (await client.documents.original(id)).cancel();
  });

  it('resumes a download where the connection was cut, and where nothing more came', async () => {
    const id = await uploaded();
    proxy.meetNext(faults.cutWithin(100_000), faults.hangWithin(50_000));
    const bytes = await (await client.documents.original(id, { timeoutMs: 1_000 })).bytes();
    expect(pdf.equals(bytes)).toBe(true);
    const ranges = proxy.requests.slice(-3).map(({ headers }) => headers.range);
    expect(ranges).toEqual([
      undefined,
      expect.stringMatching(/^bytes=\d+-$/),
      expect.stringMatching(/^bytes=\d+-$/),
    ]);
  });

  it('does not join two versions of a document', async () => {
    const id = await uploaded();
    proxy.meetNext(faults.cutWithin(100_000));
    const download = await client.documents.original(id);
    await org.api.put(`/api/v1/signatures/${id}/document`, bulkyPdf(300_000), {
      headers: { 'content-type': 'application/pdf' },
    });
    await expect(download.bytes()).rejects.toMatchObject({ message: expect.stringContaining('has changed') });
  });

  it('gives up a download that gets nowhere, and one whose caller has left', async () => {
    const id = await uploaded();
    proxy.meetNext(...Array.from({ length: 3 }, () => faults.cutWithin(0)));
    const stuck = client.documents.original(id, { maxRetries: 2 });
    await expect(stuck.then((download) => download.bytes())).rejects.toMatchObject({
      code: 'connection_failed',
    });
    const controller = new AbortController();
    proxy.meetNext(faults.hangWithin(1_000));
    const download = await client.documents.original(id, { signal: controller.signal });
    const reading = download.bytes();
    controller.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
  });

  inDepth('streams 25 MB in both directions', async () => {
    const large = bulkyPdf(MAX_DOCUMENT_BYTES - FRAME_BYTES);
    const direct = new Countersign({ baseUrl: test.url, apiKey: org.apiKey });
    const { id } = await direct.signatures.create(DRAFT);
    await writeFile(join(folder, 'large.pdf'), large);
    await direct.documents.upload(id, () => createReadStream(join(folder, 'large.pdf')));
    const [upload, download] = [Buffer.alloc(large.length), await direct.documents.original(id)];
    let received = 0;
    let longest = 0;
    for await (const chunk of download) {
      upload.set(chunk, received);
      received += chunk.length;
      longest = Math.max(longest, chunk.length);
    }
    expect(upload.equals(large)).toBe(true);
    // In pieces, and never in one.
    expect(longest).toBeLessThan(large.length / 10);
  });

  inDepth('reports that a document is too large while it is still being sent', async () => {
    const direct = new Countersign({ baseUrl: test.url, apiKey: org.apiKey });
    const { id } = await direct.signatures.create(DRAFT);
    const endless = () => Readable.from(Array.from({ length: 30 }, () => Buffer.alloc(1024 * 1024, 'x')));
    await expect(direct.documents.upload(id, endless)).rejects.toBeInstanceOf(TooLargeError);
  });
});
