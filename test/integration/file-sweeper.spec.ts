import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '../../src/platform/storage/file-store.service.js';
import { FileSweeper } from '../../src/platform/storage/file-sweeper.service.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { renderPassport } from '../support/passport-renderer.js';
import { beginVerification } from '../support/verifications.js';

test('deletes old files without a row, and no others', async () => {
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

    expect(await sweeper.sweep(new Date(Date.now() - 60_000))).toBe(0);
    expect(await sweeper.sweep(new Date(Date.now() + 60_000))).toBe(2);
    await expect(files.get(orphan)).rejects.toThrow();
    const [image] = await test.dataSource.query<{ storage_key: string }[]>(
      'select storage_key from identity_verification_images where verification_id = $1',
      [session.id],
    );
    expect((await files.get(image!.storage_key)).length).toBeGreaterThan(0);
  } finally {
    await test.close();
  }
});
