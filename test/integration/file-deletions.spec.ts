import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { DoctorService } from '../../src/health/doctor.service.js';
import { KnownIdentity } from '../../src/identity-verifications/known-identity.entity.js';
import { LivenessFrame } from '../../src/identity-verifications/liveness-frame.entity.js';
import { PersonalData } from '../../src/personal-data/personal-data.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { DeletionWatch } from '../../src/platform/storage/deletion-watch.js';
import { FileDeletions } from '../../src/platform/storage/file-deletions.js';
import { FileHold } from '../../src/platform/storage/file-hold.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { SignatureDocument } from '../../src/signatures/documents/signature-document.entity.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { endedWithFrames } from '../support/ended-verification.js';
import { inDepth } from '../support/in-depth.js';
import { collectLog } from '../support/log-lines.js';
import { sendRequest } from '../support/samples.js';
import { StubbornFile } from '../support/stubborn-file.js';
import { until } from '../support/until.js';
import { type TestVerification, VERIFICATIONS } from '../support/verifications.js';

describe('files whose rows are erased', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let files: FileStore;

  beforeAll(async () => {
    test = await startTestApp();
    files = test.app.get(FileStore);
  });
  beforeEach(async () => {
    acme = await test.createOrganization();
    owner = await signedIn(test, acme);
  });
  afterAll(() => test?.close());

  const erasures = async () =>
    (await activityOf(test.dataSource, acme.organizationId))
      .filter(({ type }) => type.includes('eras'))
      .map(({ type, userId, data }) => ({ type, userId, data }));
  const left = () => test.dataSource.query<unknown[]>('select 1 from file_deletions');
  const listIsEmpty = () => until('no file is left', async () => (await left()).length === 0);
  const opened = async (page: string) => (await owner.get(page)).html;
  const exists = (key: string) =>
    access(join(test.settings.dataDir, 'files', key)).then(
      () => true,
      () => false,
    );

  async function filmed(): Promise<{ session: TestVerification; key: string }> {
    const { session, keys } = await endedWithFrames(test, acme, 2);
    return { session, key: keys[0]! };
  }

  async function cancelled(email: string): Promise<{ id: number; key: string }> {
    const { id } = await sendRequest(acme.api, { signers: [{ email }] });
    await acme.api.delete(`/api/v1/signatures/${id}`);
    const [document] = await test.dataSource.manager.findBy(SignatureDocument, { signatureId: id });
    return { id, key: document!.storageKey };
  }

  inDepth(
    'counts the files of a verification as erased only when the storage has deleted the last one',
    async () => {
      const { session, key } = await filmed();
      const stubborn = await StubbornFile.at(test, key);
      const path = `${VERIFICATIONS}/${session.id}/media`;
      const waiting = { id: session.id, mediaErasedAt: null, filesLeft: 1 };
      expect((await acme.api.delete(path)).body).toEqual(waiting);
      expect(await test.dataSource.manager.existsBy(KnownIdentity, { verificationId: session.id })).toBe(
        false,
      );
      const frames = await test.dataSource.manager.findBy(LivenessFrame, { verificationId: session.id });
      const bare = { storageKey: null, observationSealed: null };
      expect(frames).toMatchObject([bare, bare]);
      expect((await acme.api.delete(path)).body).toEqual(waiting);
      expect(await session.audit()).not.toContain('media_erased');
      const page = await opened(`verifications/${session.id}`);
      expect(page).toContain('1 file is left to be deleted');
      expect(page).not.toContain('Erase the pictures now');

      await stubborn.relent();
      await test.database.moveClock('1 hour');
      await listIsEmpty();
      const { body } = await acme.api.delete(path);
      expect(body).toEqual({ id: session.id, mediaErasedAt: expect.stringMatching(/Z$/), filesLeft: 0 });
      expect(await exists(key)).toBe(false);
      expect((await session.audit()).filter((type) => type === 'media_erased')).toHaveLength(1);
      expect(await opened(`verifications/${session.id}`)).toContain('They were erased on');
    },
  );

  inDepth('reports files as erased at the dashboard and in the activity log only when they are', async () => {
    const { session, key } = await filmed();
    const stubborn = await StubbornFile.at(test, key);
    await owner.send(`verifications/${session.id}/erase`, {}, `verifications/${session.id}`);
    const begun = { type: 'media_erasure_begun', userId: acme.userId, data: {} };
    expect(await erasures()).toEqual([begun]);
    await stubborn.relent();
    await test.database.moveClock('1 hour');
    await listIsEmpty();
    expect(await erasures()).toEqual([begun, { ...begun, type: 'media_erased' }]);
  });

  inDepth(
    'counts the files of a person, retries for days, and notifies owners and the operator',
    async () => {
      const email = 'zelda@people.test';
      const { id, key } = await cancelled(email);
      const other = await cancelled(email);
      const stubborn = await StubbornFile.at(test, key);
      const { organizationId } = acme;
      const data = test.app.get(PersonalData);
      const erase = () => data.erase({ organizationId, email }, operatorOf(organizationId));
      expect(await erase()).toMatchObject({ requests: [id, other.id], filesLeft: 1 });
      expect(await exists(other.key)).toBe(false);
      const begun = {
        type: 'person_erasure_begun',
        userId: null,
        data: { requests: [id, other.id], verifications: [], invitations: [] },
      };
      expect(await erasures()).toEqual([begun]);
      const check = async () =>
        (await test.app.get(DoctorService).examine()).checks.find(({ name }) => name === 'erased files');
      expect(await check()).toMatchObject({ ok: true });

      // More attempts than any job makes.
      const attempts = async () => {
        const [row] = await test.dataSource.query<{ attempts: number }[]>(
          'select attempts from file_deletions',
        );
        return row!.attempts;
      };
      await test.dataSource.query('update file_deletions set attempts = 21');
      await test.database.moveClock('2 hours');
      await until('it is tried again', async () => (await attempts()) > 21);
      expect(await check()).toMatchObject({
        code: 'files_not_deleted',
        message: expect.stringContaining('1 file'),
      });
      owner = await signedIn(test, acme);
      expect(await opened('')).toContain('has not been deleted from the storage');
      await stubborn.relent();
      await test.database.moveClock('2 hours');
      await listIsEmpty();
      expect(await exists(key)).toBe(false);
      expect(await erasures()).toEqual([begun, { ...begun, type: 'person_erased' }]);
    },
  );

  inDepth('keeps files listed while a backup takes note of all files', async () => {
    const key = await files.put(acme.organizationId, Buffer.from('old'));
    const hold = await FileHold.begin(join(test.settings.dataDir, 'files'));
    const deletions = test.app.get(FileDeletions, { strict: false });
    await test.app.get(Transactions).run((tx) => deletions.add(tx, acme.organizationId, [key]));
    await deletions.hurry(acme.organizationId);
    expect([await exists(key), (await left()).length]).toEqual([true, 1]);
    await hold.end();
    await test.database.moveClock('1 minute');
    await listIsEmpty();
    expect(await exists(key)).toBe(false);
  });

  it('deletes no file inside a transaction, nor after one that was rolled back', async () => {
    const key = await files.put(acme.organizationId, Buffer.from('kept'));
    const transactions = test.app.get(Transactions);
    await expect(transactions.run(() => files.delete(key))).rejects.toThrow('before the commit');
    const inHold = async () => {
      await transactions.run(async (tx) => void (await tx.query('select 1')));
      await files.delete(key);
    };
    await expect(transactions.hold(inHold, async () => undefined)).rejects.toThrow('before the commit');
    const deletions = test.app.get(FileDeletions, { strict: false });
    const failing = transactions.run(async (tx) => {
      await deletions.add(tx, acme.organizationId, [key]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await deletions.hurry(acme.organizationId);
    expect(await exists(key)).toBe(true);
    expect(await files.delete(key)).toBe(true);
  });

  it('reports unneeded files that cannot be deleted yet by their names alone', async () => {
    const key = await files.put(acme.organizationId, Buffer.from('not needed'));
    const stubborn = await StubbornFile.at(test, key);
    const log = collectLog();
    try {
      const failing = files.naming([key], async () => {
        throw new Error('refused');
      });
      await expect(failing).rejects.toThrow('refused');
      expect(log.lines).toEqual([expect.stringMatching(`^warn: File ${key} .+: ERR_FS_EISDIR$`)]);
    } finally {
      log.end();
      await stubborn.relent();
    }
  });

  it('deletes files with a new job if the old one is gone', async () => {
    const key = await files.put(acme.organizationId, Buffer.from('neglected'));
    const stubborn = await StubbornFile.at(test, key);
    const deletions = test.app.get(FileDeletions, { strict: false });
    await test.app.get(Transactions).run((tx) => deletions.add(tx, acme.organizationId, [key]));
    await until('it was tried', async () => {
      const rows = await test.dataSource.query<unknown[]>('select 1 from file_deletions where attempts > 0');
      return rows.length > 0;
    });
    await stubborn.relent();
    await until('the job is gone', async () => {
      await test.dataSource.query("delete from jobs where kind = 'files.delete' and lease_until is null");
      const jobs = await test.dataSource.query<unknown[]>("select 1 from jobs where kind = 'files.delete'");
      return jobs.length === 0;
    });
    await test.database.moveClock('10 minutes');
    expect(await left()).toHaveLength(1);
    await test.app.get(DeletionWatch, { strict: false }).check();
    await listIsEmpty();
  });
});
