import { readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { formWith } from '../support/idempotent-calls.js';
import { inDepth } from '../support/in-depth.js';
import { bulkyPdf, textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { SlowUpload } from '../support/slow-upload.js';
import { mountSmallDisk, noSmallDisk } from '../support/small-disk.js';
import { until } from '../support/until.js';
import { beginVerification } from '../support/verifications.js';

const DISK_MB = 4;
const MB = 1024 * 1024;

if (noSmallDisk !== undefined) console.log(`The tests of a full disk are skipped: ${noSmallDisk}`);

(noSmallDisk === undefined ? describe : describe.skip)('a full disk', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let folder: string;
  let unmount: (() => void) | undefined;

  beforeAll(async () => {
    test = await startTestApp();
    folder = join(test.settings.dataDir, 'files');
    unmount = mountSmallDisk(folder, DISK_MB);
    acme = await test.createOrganization();
  });
  afterAll(async () => {
    unmount?.();
    await test?.close();
  });

  const fill = () => writeFileSync(join(folder, 'filler'), Buffer.alloc(0.9 * DISK_MB * MB));
  const fillUp = () => {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, 'filler'), Buffer.alloc(bavail * bsize));
  };
  const makeRoom = () => rmSync(join(folder, 'filler'), { force: true });
  const storedFiles = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const halves = () =>
    storedFiles()
      .filter(({ name }) => name.endsWith('.part'))
      .map(({ parentPath, name }) => statSync(join(parentPath, name)));

  inDepth(
    'answers uploads to a full disk with 507, does everything else, and accepts uploads again when there is room',
    async () => {
      fill();
      const pdf = await textPdf();
      const id = await createDraft(acme.api);
      const upload = () =>
        acme.api.put(`${SIGNATURES}/${id}/document`, pdf, { headers: { 'content-type': 'application/pdf' } });
      const refused = await upload();
      expect(refused.status).toBe(507);
      expect(refused.body).toEqual({
        statusCode: 507,
        message: 'The storage is full. Nothing was saved',
        error: 'Insufficient Storage',
        code: 'storage_full',
      });
      expect(storedFiles().map(({ name }) => name)).toEqual(['filler']);
      expect((await acme.api.get(`${SIGNATURES}/${id}/status`)).status).toBe(200);
      makeRoom();
      expect((await upload()).status).toBe(200);
    },
  );

  it('answers an upload that fills the disk, and leaves no part of it', async () => {
    const form = new Response(formWith(bulkyPdf(MB)));
    const multipart = {
      type: form.headers.get('content-type')!,
      body: Buffer.from(await form.arrayBuffer()),
    };
    for (const { type, body } of [{ type: 'application/pdf', body: bulkyPdf(MB) }, multipart]) {
      makeRoom();
      const before = storedFiles().length;
      const address = `${test.url}${SIGNATURES}/${await createDraft(acme.api)}/document`;
      const upload = new SlowUpload(address, { apiKey: acme.apiKey, type }, body);
      await until('half of it has arrived', () => halves().some(({ size }) => size > MB / 3));
      fillUp();
      expect(await upload.finish()).toMatchObject({ status: 507, body: { code: 'storage_full' } });
      makeRoom();
      expect(storedFiles()).toHaveLength(before);
    }
  });

  inDepth('explains a full disk kindly to a person', async () => {
    fill();
    const { person } = await beginVerification(test, acme);
    await person.agree();
    const page = await person.upload('front', readFileSync(join(PROJECT_ROOT, 'docs/specimen/passport.jpg')));
    makeRoom();
    expect(page.status).toBe(507);
    expect(page.heading).toBe('We cannot store anything at the moment');
  });

  it('leaves no partial file when several compete for the last space', async () => {
    makeRoom();
    const files = test.app.get(FileStore, { strict: false });
    const before = storedFiles().length;
    const written = await Promise.allSettled(
      Array.from({ length: 8 }, () => files.put(acme.organizationId, Buffer.alloc(MB))),
    );
    const failed = written.filter(({ status }) => status === 'rejected');
    expect(failed.length).toBeGreaterThan(0);
    for (const each of failed) expect(each).toMatchObject({ reason: { code: 'ENOSPC' } });
    expect(storedFiles()).toHaveLength(before + written.length - failed.length);
    for (const each of written) if (each.status === 'fulfilled') await files.delete(each.value);
  });
});
