import { randomUUID } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { claimSweep, endSweep, renewSweep } from '../../src/platform/storage/file-sweep.queries.js';
import { FileSweeper } from '../../src/platform/storage/file-sweeper.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { renderPassport } from '../support/passport-renderer.js';
import { beginVerification } from '../support/verifications.js';

test('lets one process at a time sweep files, and another take over if it stops', async () => {
  const test: TestApp = await startTestApp();
  try {
    const { manager } = test.dataSource;
    const [one, other] = [randomUUID(), randomUUID()];
    const claims = await Promise.all([claimSweep(manager, one), claimSweep(manager, other)]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    const [first, second] = claims[0] ? [one, other] : [other, one];
    await test.database.moveClock('9 minutes');
    expect(await renewSweep(manager, first)).toBe(true);
    await test.database.moveClock('9 minutes');
    expect([await claimSweep(manager, second), await renewSweep(manager, second)]).toEqual([false, false]);
    await test.database.moveClock('2 minutes');
    expect(await claimSweep(manager, second)).toBe(true);
    expect(await renewSweep(manager, first)).toBe(false);
    await endSweep(manager, first);
    expect(await claimSweep(manager, first)).toBe(false);
    await endSweep(manager, second);
    await test.database.moveClock('49 minutes');
    expect(await claimSweep(manager, first)).toBe(false);

    const { organizationId } = await test.createOrganization();
    const orphan = await test.app.get(FileStore).put(organizationId, Buffer.from('left behind'));
    const longAgo = new Date(Date.now() - 7 * 3_600_000);
    await utimes(join(test.settings.dataDir, 'files', orphan), longAgo, longAgo);
    const sweeper = test.app.get(FileSweeper, { strict: false });
    await sweeper.sweepOld();
    expect((await test.app.get(FileStore).get(orphan)).toString()).toBe('left behind');
    await test.database.moveClock('2 minutes');
    await Promise.all([sweeper.sweepOld(), sweeper.sweepOld()]);
    await expect(test.app.get(FileStore).get(orphan)).rejects.toThrow('ENOENT');
  } finally {
    await test.close();
  }
});

inDepth('deletes old files without a row, and no others', async () => {
  const test: TestApp = await startTestApp();
  try {
    const acme = await test.createOrganization();
    const files = test.app.get(FileStore);
    const sweeper = test.app.get(FileSweeper, { strict: false });
    const session = await beginVerification(test, acme);
    await session.person.agree();
    await session.person.upload('front', await renderPassport({}, { pageWidth: 800 }));
    const orphan = await files.put(acme.organizationId, Buffer.from('left behind'));
    const partial = join(test.settings.dataDir, 'files', `${orphan}.part`);
    await writeFile(partial, 'half');
    const listed = await files.put(acme.organizationId, Buffer.from('listed'));
    await test.dataSource.query(
      "insert into file_deletions (storage_key, organization_id, due_at) values ($1, $2, 'infinity')",
      [listed, acme.organizationId],
    );

    expect(await sweeper.sweep(new Date(Date.now() - 60_000))).toBe(0);
    expect(await sweeper.sweep(new Date(Date.now() + 60_000))).toBe(2);
    await expect(files.get(orphan)).rejects.toThrow();
    expect((await files.get(listed)).toString()).toBe('listed');
    const [image] = await test.dataSource.query<{ storage_key: string }[]>(
      'select storage_key from identity_verification_images where verification_id = $1',
      [session.id],
    );
    expect((await files.get(image!.storage_key)).length).toBeGreaterThan(0);
  } finally {
    await test.close();
  }
});
