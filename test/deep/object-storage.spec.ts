import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DoctorService } from '../../src/health/doctor.service.js';
import { type Settings } from '../../src/platform/config/settings.js';
import { PIECE_BYTES, SecretBox } from '../../src/platform/crypto/secret-box.js';
import { Bucket } from '../../src/platform/object-storage/bucket.js';
import { StorageUnavailableError } from '../../src/platform/object-storage/storage-error.js';
import { contentFrom } from '../../src/platform/storage/file-content.js';
import { FileStore, StoredFileError } from '../../src/platform/storage/file-store.js';
import { FileSweeper } from '../../src/platform/storage/file-sweeper.js';
import { S3FilePlace } from '../../src/platform/storage/s3-file-place.engine.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { collectLog } from '../support/log-lines.js';
import { bulkyPdf, textPdf } from '../support/pdf-samples.js';
import { S3Server } from '../support/s3-server.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { until } from '../support/until.js';

const ACME = 17;
/** Short limits, so no test waits long for a storage that hangs. */
const IMPATIENT = { connectMs: 500, idleMs: 500, pageKeys: 1_000 };
const IN_PAGES = { connectMs: 2_000, idleMs: 10_000, pageKeys: 20 };
const AS_PDF = { headers: { 'content-type': 'application/pdf' } };

let storage: S3Server;
let log: ReturnType<typeof collectLog>;

beforeAll(async () => {
  storage = await S3Server.start();
});
beforeEach(() => {
  log = collectLog();
});
afterEach(() => log.end());
afterAll(() => storage?.stop());

describe('files in a bucket', () => {
  let prefix: string;
  let dataDir: string;
  let bucket: Bucket;
  let files: FileStore;
  let hasty: Bucket;
  let hastyFiles: FileStore;

  beforeEach(async () => {
    prefix = randomUUID();
    dataDir = await mkdtemp(join(tmpdir(), 'countersign-scratch-'));
    const settings = { dataDir, encryptionKeys: [{ id: '1', key: randomBytes(32) }] } as Settings;
    bucket = new Bucket(storage.settings(prefix));
    files = new FileStore(settings, new SecretBox(settings), new S3FilePlace(bucket));
    hasty = new Bucket(storage.settings(prefix), IMPATIENT);
    hastyFiles = new FileStore(settings, new SecretBox(settings), new S3FilePlace(hasty));
  });
  afterEach(async () => {
    bucket.close();
    hasty.close();
    await rm(dataDir, { recursive: true });
  });

  const scratch = () => readdir(join(dataDir, 'files', String(ACME)));
  const absent = `${ACME}/${randomUUID()}`;

  it('returns files as given, whole and in parts, and stores them encrypted under their organization', async () => {
    for (const length of [0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 9 * 1024 * 1024]) {
      const bytes = randomBytes(length);
      const key = await files.put(ACME, bytes);
      expect((await files.get(key)).equals(bytes)).toBe(true);
      const cuts = [0, 1, 63, length >> 1, length - 1, length, length + 9].filter((cut) => cut >= 0);
      for (const from of cuts)
        for (const to of cuts.filter((end) => end >= from))
          expect((await files.range(key, from, to)).equals(bytes.subarray(from, to))).toBe(true);
      expect(storage.keys(prefix)).toEqual([key]);
      const stored = storage.read(prefix, key);
      expect(stored.length).toBeGreaterThan(length);
      if (length > 16) expect(stored.includes(bytes.subarray(0, 16))).toBe(false);
      expect(await scratch()).toEqual([]);
      await files.delete(key);
      await files.delete(key);
      expect(storage.keys(prefix)).toEqual([]);
    }
  });

  it('refuses files that were changed, cut off, exchanged or removed', async () => {
    const bytes = randomBytes(3 * PIECE_BYTES);
    const [key, other] = [await files.put(ACME, bytes), await files.put(ACME, bytes)];
    const stored = storage.read(prefix, key);
    const flipped = Buffer.from(stored);
    flipped[stored.length >> 1]! ^= 1;
    for (const wrong of [
      flipped,
      stored.subarray(0, -1),
      stored.subarray(0, 9),
      storage.read(prefix, other),
    ]) {
      storage.write(prefix, key, wrong);
      await expect(files.get(key)).rejects.toThrow(StoredFileError);
      await expect(files.range(key, 0, 1)).rejects.toThrow(StoredFileError);
    }
    await expect(files.get(absent)).rejects.toThrow(`file ${absent} cannot be read: ENOENT`);
    await expect(files.range(absent, 0, 1)).rejects.toThrow(StoredFileError);
    await expect(files.get('../../etc/passwd')).rejects.toThrow('malformed');
    expect(log.lines).toEqual([]);
  });

  it('cannot read files that arrived in part, and leaves nothing of them on the local disk', async () => {
    const whole = { ...(await contentFrom(async function* () {})), size: 2 * PIECE_BYTES };
    const cut = async function* () {
      yield randomBytes(PIECE_BYTES);
      await storage.cable.cut();
      yield randomBytes(PIECE_BYTES);
    };
    await expect(bucket.put(absent, { ...whole, read: cut })).rejects.toThrow(StorageUnavailableError);
    await storage.cable.mend();
    const broken = async function* () {
      yield randomBytes(PIECE_BYTES);
      throw new Error('the disk is gone');
    };
    await expect(bucket.put(absent, { ...whole, read: broken })).rejects.toThrow('the disk is gone');
    await expect(files.get(absent)).rejects.toThrow(StoredFileError);
    const begun = await files.begin(ACME, 9);
    await begun.write(Buffer.from('half'));
    await begun.discard();
    expect(await scratch()).toEqual([]);
  });

  it.each(['unreachable', 'silent'] as const)(
    'fails soon and with one line in the log while the storage is %s',
    async (fault) => {
      const key = await files.put(ACME, Buffer.from('kept'));
      if (fault === 'silent') storage.pause();
      else await storage.cable.cut();
      try {
        await expect(hastyFiles.get(key)).rejects.toThrow(StorageUnavailableError);
        await expect(hastyFiles.put(ACME, Buffer.from('lost'))).rejects.toThrow(StorageUnavailableError);
        await expect(hastyFiles.delete(key)).rejects.toThrow(StorageUnavailableError);
        await expect(hastyFiles.organizations()).rejects.toThrow(StorageUnavailableError);
        expect(await scratch()).toEqual([]);
      } finally {
        if (fault === 'silent') storage.resume();
        else await storage.cable.mend();
      }
      await until('it answers', () => hastyFiles.get(key).catch(() => null));
      expect(log.lines).toEqual([
        expect.stringMatching(
          /^error: The file storage files at http:\/\/127\.0\.0\.1:\d+ does not work \(.+\)/,
        ),
        expect.stringMatching(/^log: The file storage .+ answers again after [\d.]+ s$/),
      ]);
    },
  );

  it('reports missing files, and logs the reason, if the bucket or the access is wrong', async () => {
    const { credentials, ...settings } = storage.settings(prefix);
    const wrong = { ...credentials!, accessKeyId: 'unknown-key' };
    const refused = new Bucket({ ...settings, credentials: wrong });
    const elsewhere = new Bucket({ ...settings, credentials, bucket: 'no-such-bucket' });
    try {
      for (const each of [refused, elsewhere]) {
        const content = await contentFrom(async function* () {
          yield Buffer.from('content');
        });
        await expect(each.put(absent, content)).rejects.toThrow(StorageUnavailableError);
      }
      expect(log.lines).toEqual([
        expect.stringContaining('(InvalidAccessKeyId)'),
        expect.stringContaining('(NoSuchBucket)'),
      ]);
      expect(log.lines.join()).not.toContain('unknown-key');
    } finally {
      refused.close();
      elsewhere.close();
    }
  });

  it('lists files beyond one page', async () => {
    const content = await contentFrom(async function* () {});
    const keys = Array.from({ length: 45 }, () => `${ACME}/${randomUUID()}`);
    await Promise.all(keys.map((key) => bucket.put(key, content)));
    await bucket.put(`4/${randomUUID()}`, content);
    const paging = new Bucket(storage.settings(prefix), IN_PAGES);
    try {
      const place = new S3FilePlace(paging);
      const soon = new Date(Date.now() + 60_000);
      const written = async (before: Date) => {
        const found: string[] = [];
        for await (const key of place.writtenBefore(ACME, before)) found.push(key);
        return found;
      };
      expect((await written(soon)).sort()).toEqual([...keys].sort());
      expect(await written(new Date(0))).toEqual([]);
      expect(await place.organizations()).toEqual([ACME, 4]);
    } finally {
      paging.close();
    }
  });
});

describe('the service with its files in a bucket', () => {
  const prefix = 'service';
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp({ s3: storage.settings(prefix) });
    acme = await test.createOrganization();
  });
  afterAll(() => test?.close());

  const upload = (id: number, pdf: Buffer) => acme.api.put(`${SIGNATURES}/${id}/document`, pdf, AS_PDF);

  it('stores, returns and replaces documents, and keeps nothing on its disk', async () => {
    const [first, second] = [await textPdf(1), await textPdf(2)];
    const id = await createDraft(acme.api);
    for (const pdf of [first, second]) {
      expect((await upload(id, pdf)).status).toBe(200);
      const { body } = await acme.api.get(`${SIGNATURES}/${id}/document`);
      expect((body as Buffer).equals(pdf)).toBe(true);
    }
    const rows = await test.dataSource.query<{ key: string }[]>(
      'select storage_key as key from stored_files',
    );
    const stored = [...new Set(rows.map(({ key }) => key))].sort();
    await until('the first one is deleted', () => storage.keys(prefix).join() === stored.join());
    for (const key of stored) expect(key.startsWith(`${acme.organizationId}/`)).toBe(true);
    const left = await readdir(join(test.settings.dataDir, 'files'), {
      recursive: true,
      withFileTypes: true,
    });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  it('returns parts of a document, and refuses those beyond its end', async () => {
    const pdf = bulkyPdf(3 * PIECE_BYTES);
    const id = await createDraft(acme.api);
    expect((await upload(id, pdf)).status).toBe(200);
    const get = (headers: Record<string, string>) =>
      acme.api.get(`${SIGNATURES}/${id}/document`, { headers });
    const size = pdf.length;
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 99],
      [`bytes=${PIECE_BYTES - 9}-${2 * PIECE_BYTES + 9}`, PIECE_BYTES - 9, 2 * PIECE_BYTES + 9],
      [`bytes=${size - 5}-`, size - 5, size - 1],
      ['bytes=-50', size - 50, size - 1],
    ] as const) {
      const { status, headers, body } = await get({ range });
      expect([status, headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${size}`]);
      expect((body as Buffer).equals(pdf.subarray(start, end + 1))).toBe(true);
    }
    const beyond = await get({ range: `bytes=${size}-` });
    expect(beyond).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } });
    expect(beyond.headers.get('content-range')).toBe(`bytes */${size}`);
    const tag = (await get({})).headers.get('etag')!;
    expect((await get({ range: 'bytes=0-9', 'if-range': tag })).status).toBe(206);
    const whole = await get({ range: 'bytes=0-9', 'if-range': '"other"' });
    expect(whole.status).toBe(200);
    expect((whole.body as Buffer).equals(pdf)).toBe(true);
  });

  it('deletes files without a row, and no others', async () => {
    const id = await createDraft(acme.api);
    const pdf = await textPdf(1);
    expect((await upload(id, pdf)).status).toBe(200);
    const orphan = await test.app.get(FileStore).put(acme.organizationId, Buffer.from('left behind'));
    const sweeper = test.app.get(FileSweeper, { strict: false });
    expect(await sweeper.sweep(new Date(Date.now() - 60_000))).toBe(0);
    expect(await sweeper.sweep(new Date(Date.now() + 60_000))).toBe(1);
    expect(storage.keys(prefix)).not.toContain(orphan);
    expect((await acme.api.get(`${SIGNATURES}/${id}/document`)).status).toBe(200);
  });

  it('answers 503 while the storage is gone, and goes on with everything else', async () => {
    const pdf = await textPdf(1);
    const id = await createDraft(acme.api);
    expect((await upload(id, pdf)).status).toBe(200);
    const checked = async () =>
      (await test.app.get(DoctorService).examine()).checks.find((c) => c.name === 'files');
    expect(await checked()).toMatchObject({
      ok: true,
      message: expect.stringContaining('in the bucket files at'),
    });
    await storage.cable.cut();
    try {
      for (const answer of [await acme.api.get(`${SIGNATURES}/${id}/document`), await upload(id, pdf)]) {
        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toBe('5');
        expect(answer.body).toEqual({
          statusCode: 503,
          message: 'The file storage does not answer. Please try again',
          error: 'Service Unavailable',
          code: 'storage_unavailable',
        });
      }
      expect((await acme.api.get(`${SIGNATURES}/${id}`)).status).toBe(200);
      expect((await acme.api.get('/readyz')).status).toBe(200);
      expect(await checked()).toMatchObject({ ok: false, message: expect.stringContaining('ECONNREFUSED') });
    } finally {
      await storage.cable.mend();
    }
    const { status, body } = await acme.api.get(`${SIGNATURES}/${id}/document`);
    expect(status).toBe(200);
    expect((body as Buffer).equals(pdf)).toBe(true);
  });
});
