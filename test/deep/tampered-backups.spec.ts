import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ArchiveReader } from '../../src/platform/backup/archive-reader.js';
import { restoreBackup } from '../../src/platform/backup/restore.js';
import { AttackedInstallation, newKey } from '../support/attacked-installation.js';
import { restoreFrom } from '../support/backups.js';
import { sealSecond } from '../support/opened-archive.js';
import {
  BLOCKS,
  CONTENTS,
  type Loot,
  resealed,
  SEALS,
  STRANGE_CONTENTS,
} from '../support/tampered-archives.js';
import { rob, withBlock } from '../support/tampered-backups.js';
import { addUnknown, MANIFESTS } from '../support/tampered-manifests.js';

const LONGEST_MS = 120_000;

/** The attacker has backups and knows their format, but not the keys. */
describe('a backup that was forged or changed', () => {
  let victim: AttackedInstallation;
  let loot: Loot;
  /** As the service writes it, in this format and in the previous one. */
  let whole: Buffer;
  let wholeFirst: Buffer;

  beforeAll(async () => {
    victim = await AttackedInstallation.start();
    ({ loot, whole, wholeFirst } = await rob(victim));
  }, LONGEST_MS);
  afterAll(() => victim.close());

  it.each(Object.keys(SEALS))('refuses a backup whose seal %s', async (name) => {
    await victim.refusalOf(SEALS[name]!(loot));
  });

  it.each(Object.keys(CONTENTS))('refuses a backup with %s', async (name) => {
    expect(await victim.refusalOf(resealed(CONTENTS[name]!(loot)))).toContain('is not the one');
  });

  it.each(Object.keys(STRANGE_CONTENTS))(
    'refuses a backup with %s, even with a seal of the keys',
    async (name) => {
      const strange = STRANGE_CONTENTS[name]!(loot);
      await victim.refusalOf(resealed(strange));
      await victim.refusalOf(strange.sealedBy((sha256) => sealSecond(sha256, victim.keys)));
    },
  );

  it.each(Object.keys(BLOCKS))(
    'refuses a backup with %s in it, even with a seal of the keys',
    async (name) => {
      const block = BLOCKS[name]!();
      const { keys } = loot.ours;
      await victim.refusalOf(withBlock(loot, block, (sha256) => ({ format: 2, sha256, keys })));
      await victim.refusalOf(withBlock(loot, block, (sha256) => sealSecond(sha256, victim.keys)));
    },
  );

  it.each(Object.keys(MANIFESTS))(
    'refuses a backup whose manifest has %s, even with a seal of the keys',
    async (name) => {
      const changed = loot.ours.describing((manifest) => MANIFESTS[name]!(manifest, victim.canary));
      await victim.refusalOf(resealed(changed));
      await victim.refusalOf(changed.sealedBy((sha256) => sealSecond(sha256, victim.keys)));
    },
  );

  it('ignores names that the schema does not have, and unknown options', async () => {
    const changed = loot.ours.describing((manifest) => addUnknown(manifest, victim.canary));
    const file = victim.write(changed.sealedBy((sha256) => sealSecond(sha256, victim.keys)));
    const url = await victim.emptyDatabase();
    expect(await restoreFrom(file, victim.target(url, 'unknown'))).toMatchObject({ files: 2 });
    expect(await victim.ask(url, 'select what from months')).toEqual([{ what: 'today' }]);
    expect(await victim.ask(url, "select to_regclass('planted') as planted")).toEqual([{ planted: null }]);
    expect(existsSync(victim.canary)).toBe(false);
  });

  it('refuses a backup wherever it is cut off, and if something follows it', async () => {
    for (const more of [whole, Buffer.alloc(512), Buffer.alloc(1)])
      await victim.refusalOf(Buffer.concat([whole, more]));
    for (const length of [0, 512, Math.floor(whole.length / 2), whole.length - 512])
      await victim.refusalOf(whole.subarray(0, length));
  });

  it('refuses a backup where none of its keys is present, or one is missing', async () => {
    for (const bytes of [whole, wholeFirst]) {
      expect(await victim.refusalOf(bytes, [])).toContain('Nothing here proves who made the backup');
      expect(await victim.refusalOf(bytes, [newKey('3')])).toContain('has none of them');
      const [first] = victim.keys;
      expect(await victim.refusalOf(bytes, [first!])).toContain('lacks the key with the id 1');
    }
  });

  it('leaves nothing if the file changes after it was examined', async () => {
    const file = victim.write(whole);
    const url = await victim.emptyDatabase();
    const archive = await ArchiveReader.open(file);
    try {
      const changed = readFileSync(file);
      changed[changed.indexOf('the file 1/')]! ^= 1;
      writeFileSync(file, changed);
      const restoring = restoreBackup(archive, victim.target(url, 'changing'), () => undefined);
      await expect(restoring).rejects.toThrow('was changed while it was being read');
    } finally {
      await archive.close();
    }
    expect(await victim.leftOf(url, 'changing')).toEqual([]);
  });

  it('restores an unchanged backup in either format', async () => {
    for (const [index, bytes] of [whole, wholeFirst].entries()) {
      const url = await victim.emptyDatabase();
      const target = victim.target(url, `whole-${index}`, [newKey('3'), ...victim.keys]);
      expect(await restoreFrom(victim.write(bytes), target)).toMatchObject({ files: 2, skipped: [] });
      const accounts = await victim.ask(url, 'select password_hash from accounts');
      expect(accounts).toEqual([{ password_hash: 'hash of ours' }]);
    }
  });
});
