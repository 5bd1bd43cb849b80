import { collectLog } from '../../../test/support/log-lines.js';
import { S3Server } from '../../../test/support/s3-server.js';
import { until } from '../../../test/support/until.js';
import { Bucket } from '../object-storage/bucket.js';
import { areObjectsHeld, BucketHold } from './bucket-hold.js';

describe('a hold on the files of a bucket', () => {
  let storage: S3Server;
  let bucket: Bucket;

  beforeAll(async () => {
    storage = await S3Server.start();
    bucket = new Bucket(storage.settings('hold'));
  });
  afterAll(() => storage.stop());

  it('warns once that the hold is not renewed, with the reason, and again after it was renewed', async () => {
    const log = collectLog();
    const warnings = () =>
      log.lines.filter((line) => /^warn: The mark that prevents files .* was not renewed: ./.test(line));
    const hold = await BucketHold.begin(bucket, 0, 10);
    try {
      expect(await areObjectsHeld(bucket)).toBe(true);
      for (const times of [1, 2]) {
        await storage.cable.cut();
        await until('it is said', () => warnings().length === times);
        await expect(areObjectsHeld(bucket)).rejects.toThrow();
        await storage.cable.mend();
        const mended = Date.now();
        const writtenAt = async () =>
          (await bucket.head('.held').catch(() => null))?.writtenAt.getTime() ?? 0;
        await until('it is renewed', async () => (await writtenAt()) >= mended);
      }
      expect(warnings()).toHaveLength(2);
    } finally {
      log.end();
      await hold.end();
    }
    expect(await areObjectsHeld(bucket)).toBe(false);
  }, 90_000);

  it('leaves no mark when it ends while it is being renewed', async () => {
    for (let times = 0; times < 50; times += 1) {
      const hold = await BucketHold.begin(bucket, 3, 1);
      await hold.end();
      expect(await areObjectsHeld(bucket)).toBe(false);
    }
  }, 120_000);
});
