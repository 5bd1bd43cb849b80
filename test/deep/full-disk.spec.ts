import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client.js';
import { bulkyPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';
import { mountSmallDisk, noSmallDisk } from '../support/small-disk.js';

const MB = 1024 * 1024;
/** For the database, which needs about 60, and the eighth that is reserved for it. */
const DISK_MB = 192;
const LEFT_BEFORE_MB = 30;
/** Writes of the database after the disk counts as full. */
const DRAFTS = 300;
const LONGEST_MS = 180_000;

if (noSmallDisk !== undefined) console.log(`The test of a full disk is skipped: ${noSmallDisk}`);

(noSmallDisk === undefined ? it : it.skip)(
  'a disk full of uploads does not stop the embedded database on it',
  async () => {
    const disk = mkdtempSync(join(tmpdir(), 'countersign-disk-'));
    const unmount = mountSmallDisk(disk, DISK_MB);
    const server = await ServerProcess.prepare({ DATA_DIR: join(disk, 'data') });
    try {
      await server.start();
      const api = new ApiClient(server.url, server.secret('API key'));
      const { bavail, bsize } = statfsSync(disk);
      const filler = join(disk, 'filler');
      writeFileSync(filler, Buffer.alloc(bavail * bsize - LEFT_BEFORE_MB * MB));

      let status = 200;
      while (status === 200) status = await upload(api);
      expect(status).toBe(507);
      for (let draft = 0; draft < DRAFTS; draft++) await createDraft(api);
      rmSync(filler);
      expect(await upload(api)).toBe(200);
      expect(server.log.filter((line) => line.includes('"level":50'))).toHaveLength(1);
    } finally {
      await server.close();
      unmount();
      rmSync(disk, { recursive: true });
    }
  },
  LONGEST_MS,
);

/** Uploads a document of 3 MB that cannot be compressed. @returns the status */
async function upload(api: ApiClient): Promise<number> {
  const id = await createDraft(api);
  const headers = { 'content-type': 'application/pdf' };
  return (await api.put(`${SIGNATURES}/${id}/document`, bulkyPdf(3 * MB), { headers })).status;
}
