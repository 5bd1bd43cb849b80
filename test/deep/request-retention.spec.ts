import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { verifyChain } from '../../src/audit-chain/audit-chain.js';
import { verifyFile } from '../../src/commands/verify-evidence.js';
import { PersonalData } from '../../src/personal-data/personal-data.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { SignatureDocument } from '../../src/signatures/documents/signature-document.entity.js';
import { RequestRemoval } from '../../src/signatures/retention/internal/request-removal.js';
import { type Periods, RequestRetention } from '../../src/signatures/retention/request-retention.js';
import { Signature } from '../../src/signatures/signature.entity.js';
import { type TestApp, type TestOrganization } from '../support/app.js';
import { textPdf } from '../support/pdf-samples.js';
import { tablesNaming } from '../support/people-in-tables.js';
import { type Inbox } from '../support/receiver.js';
import { createDraft, sendRequest, SIGNATURES } from '../support/samples.js';
import { completedSeveral, draftWith } from '../support/several-documents.js';
import { visitorOf } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

const ZELDA = { email: 'zelda.quibble@people.test', name: 'Zelda Quibbleworth' };
const WORDS = [ZELDA.email, 'Quibbleworth'];
const AS_PDF = { headers: { 'content-type': 'application/pdf' } };
const NEVER: Periods = { documentRetentionDays: null, draftRetentionDays: null };

describe('the retention of requests', () => {
  let subscribers: WebhookSubscribers;
  let test: TestApp;
  let inbox: Inbox;
  let acme: TestOrganization;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
    ({ test } = subscribers);
  });
  beforeEach(async () => {
    inbox = subscribers.receiver.newInbox();
    acme = await subscribers.subscriber(inbox);
  });
  afterAll(() => subscribers?.stop());

  const get = <Service>(type: new (...parts: never[]) => Service) => test.app.get(type, { strict: false });
  const keep = (periods: Partial<Periods>, { organizationId } = acme) =>
    get(RequestRetention).set(operatorOf(organizationId), { ...NEVER, ...periods });
  const requestOf = (id: number) => test.dataSource.manager.findOneByOrFail(Signature, { id });
  const isRemoved = async (id: number) => (await requestOf(id)).contentsRemovedAt !== null;
  const documentsOf = (signatureId: number) =>
    test.dataSource.manager.findBy(SignatureDocument, { signatureId });
  const removalsDone = () =>
    until('nothing is left to remove', async () => {
      const statement = "select from jobs where kind in ('signature.remove', 'files.delete')";
      return (await test.dataSource.query<unknown[]>(statement)).length === 0;
    });
  /** Moves on to a day on which what is due is removed. */
  const nextLook = async (later: string) => {
    await test.database.moveClock(later);
    await get(RequestRetention).check();
    await removalsDone();
  };

  const sent = (fields: object = {}, owner = acme) => sendRequest(owner.api, { signers: [ZELDA], ...fields });
  const cancelled = async (owner = acme): Promise<number> => {
    const { id } = await sent({}, owner);
    await owner.api.delete(`${SIGNATURES}/${id}`);
    return id;
  };
  const completed = async (): Promise<number> => {
    const { id, signers } = await sent({ subject: `Dear ${ZELDA.name}`, ccOnComplete: [ZELDA.email] });
    const visitor = await visitorOf(test, acme.organizationId, signers[0]!.id);
    await visitor.get('document');
    expect((await visitor.sign()).location).toBe('/done');
    await until('it is completed', async () => (await requestOf(id)).status === 'completed');
    return id;
  };
  const download = async (id: number, what: string) =>
    (await acme.api.get(`${SIGNATURES}/${id}/${what}`)).body as Buffer;

  it('removes files and names at the end of the period, and hashes and copies can still be checked', async () => {
    const id = await completed();
    const [signed, certificate] = [await download(id, 'document/signed'), await download(id, 'certificate')];
    const before = await trailOf(test.dataSource, id);
    const files = await documentsOf(id);
    await keep({ documentRetentionDays: 30 });
    await nextLook('29 days');
    expect(await isRemoved(id)).toBe(false);
    expect((await acme.api.get(`${SIGNATURES}/${id}/document`)).status).toBe(200);
    await nextLook('2 days');
    expect(await isRemoved(id)).toBe(true);
    expect(await documentsOf(id)).toEqual([]);
    for (const { storageKey } of files)
      await expect(get(FileStore).get(storageKey)).rejects.toThrow('cannot be read');
    expect(await tablesNaming(test.dataSource, WORDS, acme.organizationId)).toEqual([]);

    const after = await trailOf(test.dataSource, id);
    expect(verifyChain(after)).toMatchObject({ isWhole: true });
    expect(after.slice(0, before.length).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
    expect(after.at(-1)).toMatchObject({ type: 'data_erased', data: { cause: 'retention' } });
    const { found: ofSigned } = await verifyFile(signed, '');
    const { found: ofCertificate } = await verifyFile(certificate, '');
    expect([ofSigned.verdict, ofCertificate.verdict]).toEqual(['intact', 'intact']);
    const sealed = after.find(({ type }) => type === 'sealed')!;
    expect(sealed.data).toMatchObject({ documentSha256: ofSigned.sha256 });
    expect(ofCertificate.evidence).toMatchObject({ chainHead: sealed.hash, firstBroken: null });
  });

  it('reports that a document was removed, and why', async () => {
    const id = await completed();
    await keep({ documentRetentionDays: 30 });
    await nextLook('31 days');
    for (const what of ['document', 'document/signed', 'certificate'])
      expect(await acme.api.get(`${SIGNATURES}/${id}/${what}`)).toMatchObject({
        status: 404,
        body: { code: 'removed_by_retention' },
      });
    expect((await acme.api.get(`${SIGNATURES}/${id}`)).body).toMatchObject({
      status: 'completed',
      originalDocumentName: 'erased',
      ccOnComplete: [],
      signers: [{ email: expect.stringMatching(/^erased-/), name: null }],
    });
    const trail = (await acme.api.get(`${SIGNATURES}/${id}/audit-trail`)).body.items as object[];
    expect(trail.at(-1)).toMatchObject({ type: 'data_erased', cause: 'retention' });
  });

  it('removes all documents of a request, and of a draft', async () => {
    const path = await completedSeveral(test, acme);
    const draft = await draftWith(acme, [`Annex of ${ZELDA.name}.pdf`]);
    const [id, draftId] = [path, draft].map((each) => Number(each.split('/').at(-1)));
    const keys = await test.dataSource.query<{ storage_key: string }[]>(
      'select storage_key from stored_files where organization_id = $1',
      [acme.organizationId],
    );
    // Uploads, what was shown and what was sealed of two documents each, and the certificate.
    expect(new Set(keys.map(({ storage_key }) => storage_key)).size).toBe(11);
    await keep({ documentRetentionDays: 30, draftRetentionDays: 30 });
    await nextLook('31 days');
    for (const what of ['documents/1/signed', 'documents/2', 'documents/2/signed', 'documents/archive'])
      expect(await acme.api.get(`${path}/${what}`)).toMatchObject({
        status: 404,
        body: { code: 'removed_by_retention' },
      });
    expect((await acme.api.get(`${draft}/documents`)).status).toBe(404);
    for (const { storage_key } of keys)
      await expect(get(FileStore).get(storage_key)).rejects.toThrow('cannot be read');
    const rows = 'select from request_document_files where signature_id = any($1)';
    expect(await test.dataSource.query(rows, [[id, draftId]])).toEqual([]);
    expect(await tablesNaming(test.dataSource, WORDS, acme.organizationId)).toEqual([]);
    for (const each of [id!, draftId!])
      expect(verifyChain(await trailOf(test.dataSource, each)).isWhole).toBe(true);
  });

  it('removes nothing else: nothing open or scheduled, and nothing that others keep', async () => {
    const other = await test.createOrganization();
    const left = [
      (await sent()).id,
      (await sent({ scheduledDate: new Date(Date.now() + 400 * 86_400_000).toISOString() })).id,
      await createDraft(acme.api),
      await cancelled(other),
    ];
    const gone = await cancelled();
    const trails = await Promise.all(left.map((id) => trailOf(test.dataSource, id)));
    await keep({ documentRetentionDays: 30 });
    await nextLook('31 days');
    expect(await isRemoved(gone)).toBe(true);
    for (const [index, id] of left.entries()) {
      expect(await isRemoved(id)).toBe(false);
      expect(await trailOf(test.dataSource, id)).toEqual(trails[index]);
    }
    expect(await documentsOf(left[0]!)).not.toEqual([]);
  });

  it('includes an organization for which rows are being written', async () => {
    const gone = await cancelled();
    await keep({ documentRetentionDays: 30 });
    await removalsDone();
    await test.dataSource.transaction(async (tx) => {
      // Each row that names the organization takes this lock until its transaction ends.
      await tx.query('select from organizations where id = $1 for key share', [acme.organizationId]);
      await nextLook('31 days');
    });
    expect(await isRemoved(gone)).toBe(true);
  });

  it('keeps what all have signed and is not sealed yet', async () => {
    const { id, signers } = await sent();
    await test.dataSource.query(
      `update signature_signers set status = 'signed', signed_at = app_now() where id = ${signers[0]!.id}`,
    );
    await keep({ documentRetentionDays: 30 });
    await nextLook('40 days');
    await get(RequestRemoval).removeEnded({ organizationId: acme.organizationId, signatureId: id });
    expect(await isRemoved(id)).toBe(false);
  });

  it('counts from the end of a request, however long it was open, even if it is cancelled later', async () => {
    const long = await sent();
    const done = await completed();
    await test.database.moveClock('20 days');
    await acme.api.delete(`${SIGNATURES}/${long.id}`);
    await acme.api.delete(`${SIGNATURES}/${done}`);
    await keep({ documentRetentionDays: 30 });
    await nextLook('11 days');
    expect([await isRemoved(long.id), await isRemoved(done)]).toEqual([false, true]);
    await nextLook('20 days');
    expect(await isRemoved(long.id)).toBe(true);
  });

  it('removes untouched drafts, and tells receivers that they are cancelled', async () => {
    const idle = await createDraft(acme.api, { originalDocumentName: `Lease of ${ZELDA.name}` });
    const touched = await createDraft(acme.api);
    expect((await acme.api.put(`${SIGNATURES}/${idle}/document`, await textPdf(), AS_PDF)).status).toBe(200);
    expect((await acme.api.put(`${SIGNATURES}/${touched}/document`, await textPdf(), AS_PDF)).status).toBe(
      200,
    );
    const [file] = await documentsOf(idle);
    await keep({ draftRetentionDays: 5 });
    await nextLook('4 days');
    const placed = await acme.api.put(`${SIGNATURES}/${touched}/document/fields`, { fields: [] });
    expect(placed.status).toBe(200);
    await nextLook('2 days');
    expect(await requestOf(idle)).toMatchObject({ status: 'draft', originalDocumentName: 'erased' });
    expect((await acme.api.get(`${SIGNATURES}/${idle}`)).status).toBe(404);
    await expect(get(FileStore).get(file!.storageKey)).rejects.toThrow('cannot be read');
    const trail = await trailOf(test.dataSource, idle);
    expect(verifyChain(trail).isWhole).toBe(true);
    expect(trail.at(-2)).toMatchObject({ type: 'cancelled', data: { cause: 'retention' } });
    expect((await requestOf(touched)).deletedAt).toBeNull();
    expect(await tablesNaming(test.dataSource, WORDS, acme.organizationId)).toEqual([]);
    await until('the receiver knows', () =>
      inbox.requests.some(({ body }) => body.toString().includes('"signature.cancelled"')),
    );
  });

  it('loses nothing when it is killed before the commit, and continues', async () => {
    const ids = [await cancelled(), await cancelled(), await cancelled()];
    const removal = get(RequestRemoval);
    const keyOf = (signatureId: number) => ({ organizationId: acme.organizationId, signatureId });
    const [document] = await documentsOf(ids[1]!);
    const writer = test.dataSource.createQueryRunner();
    try {
      await writer.startTransaction();
      await writer.query('select from signature_signers where signature_id = $1 for update', [ids[1]]);
      const removing = removal.removeEnded(keyOf(ids[1]!));
      await until('it waits', async () => (await waiting()).length > 0);
      for (const { pid } of await waiting())
        await test.dataSource.query('select pg_terminate_backend($1)', [pid]);
      await expect(removing).rejects.toThrow();
      await writer.rollbackTransaction();
    } finally {
      await writer.release();
    }
    expect((await get(FileStore).get(document!.storageKey)).length).toBeGreaterThan(0);
    expect(await documentsOf(ids[1]!)).not.toEqual([]);
    await keep({ documentRetentionDays: 30 });
    await nextLook('31 days');
    for (const id of ids) {
      expect(await isRemoved(id)).toBe(true);
      expect(verifyChain(await trailOf(test.dataSource, id)).isWhole).toBe(true);
    }
    await expect(get(FileStore).get(document!.storageKey)).rejects.toThrow('cannot be read');
    const trails = await Promise.all(ids.map((id) => trailOf(test.dataSource, id)));
    await nextLook('2 days');
    expect(await Promise.all(ids.map((id) => trailOf(test.dataSource, id)))).toEqual(trails);
  });

  it('removes more than one run can handle', async () => {
    const first = await cancelled();
    const copies = Array.from({ length: 60 }, () => createDraft(acme.api));
    const ids = await Promise.all(copies);
    for (const id of ids) await acme.api.delete(`${SIGNATURES}/${id}`);
    await keep({ documentRetentionDays: 30 });
    await nextLook('31 days');
    for (const id of [first, ...ids]) expect(await isRemoved(id)).toBe(true);
  });

  it('removes the other requests if one cannot be removed', async () => {
    const stuck = await cancelled();
    const free = await cancelled();
    await test.dataSource
      .query(`create or replace function refuse_one() returns trigger language plpgsql as $$
      begin raise exception 'this one stays'; end $$`);
    await test.dataSource.query(`create trigger refuse_one before delete on signature_documents
      for each row when (old.signature_id = ${stuck}) execute function refuse_one()`);
    try {
      await keep({ documentRetentionDays: 30 });
      await nextLook('31 days');
      expect([await isRemoved(stuck), await isRemoved(free)]).toEqual([false, true]);
    } finally {
      await test.dataSource.query('drop trigger refuse_one on signature_documents');
    }
    await nextLook('1 day');
    expect(await isRemoved(stuck)).toBe(true);
  });

  it('erases a person before it removes the rest, with a tombstone for each', async () => {
    const id = await completed();
    const person = { organizationId: acme.organizationId, email: ZELDA.email };
    await get(PersonalData).erase(person, operatorOf(acme.organizationId));
    await keep({ documentRetentionDays: 30 });
    await nextLook('31 days');
    const trail = await trailOf(test.dataSource, id);
    expect(verifyChain(trail).isWhole).toBe(true);
    expect(trail.filter(({ type }) => type === 'data_erased')).toHaveLength(2);
    expect(trail.some(({ data }) => 'ip' in data || 'userAgent' in data)).toBe(false);
  });

  it.each([
    [{ documentRetentionDays: 29 }, 'documentRetentionDays is 29, but must be from 30 to 36500, or null'],
    [{ documentRetentionDays: 36_501 }, 'documentRetentionDays is 36501'],
    [{ draftRetentionDays: 0 }, 'draftRetentionDays is 0, but must be from 1 to 3650, or null'],
    [{ draftRetentionDays: 1.5 }, 'draftRetentionDays is 1.5'],
  ])('refuses the period %j', async (periods, message) => {
    await expect(keep(periods)).rejects.toThrow(message);
  });

  const waiting = () =>
    test.dataSource.query<{ pid: number }[]>(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
});
