import { readdirSync, readFileSync } from 'node:fs';
import { bucketStock } from '../../src/platform/backup/bucket-stock.js';
import { type FileStock } from '../../src/platform/backup/file-stock.port.js';
import { folderStock } from '../../src/platform/backup/folder-stock.js';
import { completeRestored } from '../../src/platform/backup/restore.js';
import { Bucket } from '../../src/platform/object-storage/bucket.js';
import { copyFiles } from '../../src/platform/storage/copy-files.js';
import { contentFrom } from '../../src/platform/storage/file-content.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { filesFolder } from '../../src/platform/storage/files-folder.js';
import { ApiClient } from '../support/api-client.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { BackupFolder, restoreFrom } from '../support/backups.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { textPdf } from '../support/pdf-samples.js';
import { S3Server } from '../support/s3-server.js';
import { createDraft, SIGNATURES } from '../support/samples.js';

const LONGEST_MS = 120_000;
const AS_PDF = { headers: { 'content-type': 'application/pdf' } };
/** No deletion has begun before these backups. */
const SETTLED = 0;

describe('backups of files in a bucket', () => {
  let storage: S3Server;
  let folder: BackupFolder;
  let original: TestApp;
  let acme: TestOrganization;
  let pdf: Buffer;
  let draft: number;
  const buckets: Bucket[] = [];
  const databases: TestDatabase[] = [];

  beforeAll(async () => {
    storage = await S3Server.start();
    folder = await BackupFolder.make();
    original = await startTestApp({ s3: storage.settings('original') });
    acme = await original.createOrganization();
    pdf = await textPdf(2);
    draft = await createDraft(acme.api);
    expect((await acme.api.put(`${SIGNATURES}/${draft}/document`, pdf, AS_PDF)).status).toBe(200);
  }, LONGEST_MS);
  afterEach(() => {
    for (const bucket of buckets.splice(0)) bucket.close();
  });
  afterAll(async () => {
    await original?.close();
    for (const database of databases) await database.drop();
    await folder?.remove();
    await storage?.stop();
  });

  function bucketAt(prefix: string): Bucket {
    buckets.push(new Bucket(storage.settings(prefix)));
    return buckets.at(-1)!;
  }
  const stockAt = (prefix: string) => bucketStock(bucketAt(prefix), folder.path('.'), SETTLED);
  const sourceAt = (files: FileStock) => ({
    databaseUrl: original.database.url,
    files,
    encryptionKeys: original.settings.encryptionKeys,
  });

  async function emptyDatabase(): Promise<TestDatabase> {
    databases.push(await createEmptyDatabase());
    return databases.at(-1)!;
  }

  it(
    'restores into another bucket, or a folder, with every document unchanged',
    async () => {
      const { file, manifest } = await folder.back(sourceAt(stockAt('original')));
      const keys = storage.keys('original');
      expect(manifest.files).toMatchObject({ count: keys.length, lost: [] });
      expect(keys.filter((key) => key.startsWith('.'))).toEqual([]);

      const inBucket = await emptyDatabase();
      const target = { ...sourceAt(stockAt('copy')), databaseUrl: inBucket.url };
      expect(await restoreFrom(file, target)).toMatchObject({ files: keys.length });
      expect(storage.keys('copy')).toEqual(keys);
      for (const key of keys)
        expect(storage.read('copy', key).equals(storage.read('original', key))).toBe(true);

      const dataDir = folder.path('data');
      const onDisk = await emptyDatabase();
      const files = folderStock(filesFolder(dataDir));
      await restoreFrom(file, { ...target, databaseUrl: onDisk.url, files });
      await completeRestored(onDisk.url);
      const { encryptionKeys } = original.settings;
      const restored = await startTestApp({ dataDir, encryptionKeys }, { database: onDisk });
      try {
        const { body } = await new ApiClient(restored.url, acme.apiKey).get(
          `${SIGNATURES}/${draft}/document`,
        );
        expect((body as Buffer).equals(pdf)).toBe(true);
      } finally {
        databases.splice(databases.indexOf(onDisk), 1);
        await restored.close();
      }
    },
    LONGEST_MS,
  );

  it('holds back deletions while a backup is written, and not afterwards', async () => {
    const files = original.app.get(FileStore);
    const key = await files.put(acme.organizationId, Buffer.from('needed until then'));
    const collected = await stockAt('original').collect();
    const absent = key.replace(/.{12}$/, '0'.repeat(12));
    expect(await collected.keep([key, absent])).toEqual([absent]);
    await files.delete(key);
    for await (const each of collected.all()) {
      const pieces: Buffer[] = [];
      for await (const piece of each.bytes) pieces.push(piece);
      expect(each.key).toBe(key);
      expect(Buffer.concat(pieces).equals(storage.read('original', key))).toBe(true);
      expect(each.size).toBe(storage.read('original', key).length);
    }
    await collected.remove();
    await files.delete(key);
    expect(storage.keys('original')).not.toContain(key);
    expect(readdirSync(folder.path('.')).filter((name) => name.startsWith('.backup'))).toEqual([]);
  });

  it('refuses to restore over other files, but continues after an interrupted restore', async () => {
    const { file } = await folder.back(sourceAt(stockAt('original')));
    const bucket = bucketAt('taken');
    const stranger = `${acme.organizationId}/${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`;
    await bucket.put(stranger, await contentFrom(async function* () {}));
    const { url: databaseUrl } = await emptyDatabase();
    const target = { ...sourceAt(stockAt('taken')), databaseUrl };
    await expect(restoreFrom(file, target)).rejects.toThrow('already has files');
    await bucket.put('.restoring', await contentFrom(async function* () {}));
    expect((await restoreFrom(file, target)).files).toBeGreaterThan(0);
    expect(storage.keys('taken')).not.toContain('.restoring');
  });

  it('copies files from the disk of an installation into a bucket, again and again', async () => {
    const onDisk = await startTestApp();
    try {
      const files = onDisk.app.get(FileStore);
      const keys = [await files.put(3, Buffer.from('one')), await files.put(4, Buffer.from('two'))].sort();
      const root = filesFolder(onDisk.settings.dataDir);
      const bucket = bucketAt('moved');
      expect(await copyFiles(root, bucket)).toEqual({ copied: 2, present: 0 });
      expect(storage.keys('moved')).toEqual(keys);
      for (const key of keys)
        expect(storage.read('moved', key).equals(readFileSync(`${root}/${key}`))).toBe(true);
      storage.write('moved', keys[0]!, Buffer.from('half'));
      await files.put(4, Buffer.from('three'));
      await bucket.delete(keys[1]!);
      expect(await copyFiles(root, bucket)).toMatchObject({ copied: 3 });
      expect((await copyFiles(root, bucket)).copied).toBe(0);
    } finally {
      await onDisk.close();
    }
  });
});
