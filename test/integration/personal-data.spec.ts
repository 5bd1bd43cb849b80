import { buffer } from 'node:stream/consumers';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { verifyChain } from '../../src/audit-chain/audit-chain.js';
import { unzip } from '../../src/common/zip-archive.js';
import { zipStream } from '../../src/common/zip-stream.js';
import { PersonalData } from '../../src/personal-data/personal-data.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { SignatureDocument } from '../../src/signatures/documents/signature-document.entity.js';
import { activityOf } from '../support/activity.js';
import { type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { renderPassport } from '../support/passport-renderer.js';
import { tablesNaming } from '../support/people-in-tables.js';
import { type Inbox } from '../support/receiver.js';
import { createDraft, sendRequest } from '../support/samples.js';
import { visitorOf } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { beginVerification } from '../support/verifications.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

const ZELDA = { email: 'Zelda.Quibble@people.test', name: 'Zelda Quibbleworth' };
const MIRA = { email: 'mira@people.test', name: 'Mira Okafor' };
const WORDS = ['zelda.quibble@people.test', 'Quibbleworth', 'Eriksson'];
const LIMITS = { maxFiles: 500, maxBytes: 100_000_000 };

describe('the data about a person', () => {
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

  const data = () => test.app.get(PersonalData);
  const keyOf = ({ organizationId }: TestOrganization) => ({ organizationId, email: ZELDA.email });
  const erase = (owner = acme) => data().erase(keyOf(owner), operatorOf(owner.organizationId));
  const examine = (owner = acme) => data().examine(keyOf(owner));
  const found = (owner = acme, words = WORDS) => tablesNaming(test.dataSource, words, owner.organizationId);
  const statusOf = async (owner: TestOrganization, id: number) =>
    (await owner.api.get(`/api/v1/signatures/${id}/status`)).body.status as string;
  const exported = async () => {
    const entries = await data().export(keyOf(acme), operatorOf(acme.organizationId));
    return unzip(await buffer(zipStream(entries)), LIMITS);
  };

  /** A request that both have signed, in which everything names Zelda. */
  async function signedByBoth(owner = acme, type = 'fast'): Promise<number> {
    const { id, signers } = await sendRequest(owner.api, {
      draft: { originalDocumentName: `Lease of ${ZELDA.name}`, type },
      signers: [ZELDA, MIRA],
      subject: `Dear ${ZELDA.name}`,
      ccOnComplete: [ZELDA.email.toUpperCase(), 'files@people.test'],
    });
    for (const signer of signers) {
      const visitor = await visitorOf(test, owner.organizationId, signer.id);
      await visitor.get('document');
      expect((await visitor.sign()).location).toBe('/done');
    }
    await until('it is completed', async () => (await statusOf(owner, id)) === 'completed');
    return id;
  }

  const cancelled = async (fields: object): Promise<number> => {
    const { id } = await sendRequest(acme.api, { ...fields });
    // What was mailed names the person in the trail; a cancelled request's invitations are not sent.
    await mailsSent();
    await acme.api.delete(`/api/v1/signatures/${id}`);
    return id;
  };

  const mailsSent = () =>
    until('all jobs are done', async () => {
      const left = await test.dataSource.query<unknown[]>("select 1 from jobs where kind like 'mail.%'");
      return left.length === 0;
    });

  inDepth(
    'erases the person from requests and verifications, keeps the chains whole, and leaves everyone else',
    async () => {
      const other = await subscribers.subscriber(inbox);
      await signedByBoth(other);
      const signed = await signedByBoth();
      const copied = await cancelled({ signers: [MIRA], ccOnComplete: [ZELDA.email] });
      const verification = await beginVerification(test, acme, {
        email: ZELDA.email,
        metadata: { customer: ZELDA.name },
      });
      await verification.sendPhoto(await renderPassport({}, { background: 'desk' }));
      await verification.untilStatus('completed');
      await mailsSent();
      const others = await found(other);
      const before = await trailOf(test.dataSource, signed);
      const keys = (await test.dataSource.manager.findBy(SignatureDocument, { signatureId: signed })).map(
        ({ storageKey }) => storageKey,
      );
      expect(await found()).toEqual(
        expect.arrayContaining(['identity_verifications', 'signature_signers', 'webhook_events']),
      );

      const plan = { requests: [signed, copied], verifications: [verification.id] };
      const nothingOpen = {
        invitations: [],
        openRequests: [],
        openVerifications: [],
        filesLeft: 0,
        bulkRows: 0,
        isMember: false,
      };
      expect(await examine()).toEqual({ ...plan, ...nothingOpen });
      expect(await erase()).toEqual({ ...plan, ...nothingOpen });
      expect(await found()).toEqual([]);
      expect(await found(acme, [MIRA.name])).not.toEqual([]);
      expect(await found(other)).toEqual(others);

      const after = await trailOf(test.dataSource, signed);
      expect(verifyChain(after)).toMatchObject({ isWhole: true, firstBroken: null });
      expect(after.slice(0, before.length).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
      const sealed = after.find(({ type }) => type === 'sealed');
      expect(sealed).toEqual(before.find(({ type }) => type === 'sealed'));
      expect(verifyChain(await trailOf(test.dataSource, copied)).isWhole).toBe(true);
      const files = test.app.get(FileStore, { strict: false });
      for (const key of keys) await expect(files.get(key)).rejects.toThrow('cannot be read');
      const events = await activityOf(test.dataSource, acme.organizationId);
      expect(events.at(-1)).toMatchObject({ type: 'person_erased', data: plan });

      const none = { requests: [], verifications: [], ...nothingOpen };
      expect(await erase()).toEqual(none);
      expect(await trailOf(test.dataSource, signed)).toEqual(after);
      expect(await activityOf(test.dataSource, acme.organizationId)).toEqual(events);
    },
  );

  inDepth('leaves an erased request readable, without its documents', async () => {
    const id = await signedByBoth();
    await mailsSent();
    await erase();
    const path = `/api/v1/signatures/${id}`;
    const { body } = await acme.api.get(path);
    expect(body).toMatchObject({
      status: 'completed',
      subject: '',
      originalDocumentName: 'erased',
      ccOnComplete: ['files@people.test'],
      signers: [{ email: expect.stringMatching(/^erased-\d+@erased\.invalid$/), name: null }, MIRA],
    });
    for (const file of ['document', 'document/signed', 'certificate'])
      expect((await acme.api.get(`${path}/${file}`)).status).toBe(404);
    const { items } = (await acme.api.get(`${path}/audit-trail`)).body as { items: { type: string }[] };
    const signings = items.filter(({ type }) => type === 'signed');
    expect(signings).toMatchObject([{ erasedIn: items.length }, { name: MIRA.name, ip: '127.0.0.1' }]);
    expect(signings[0]).not.toHaveProperty('ip');
    expect(items.at(-1)).toMatchObject({ type: 'data_erased' });
  });

  inDepth('erases nothing that is still open, and names it', async () => {
    const draft = await createDraft(acme.api);
    const { id: open } = await sendRequest(acme.api, { signers: [ZELDA, MIRA] });
    const waiting = await beginVerification(test, acme, { email: ZELDA.email });
    const left = {
      requests: [],
      verifications: [],
      invitations: [],
      bulkRows: 0,
      filesLeft: 0,
      isMember: false,
    };
    const opened = { openRequests: [open], openVerifications: [waiting.id] };
    expect(await erase()).toEqual({ ...left, ...opened });
    expect(await found()).toContain('signature_signers');
    await acme.api.delete(`/api/v1/signatures/${open}`);
    expect(await erase()).toMatchObject({
      requests: [open],
      openRequests: [],
      openVerifications: [waiting.id],
    });
    expect((await acme.api.get(`/api/v1/signatures/${draft}`)).body.originalDocumentName).not.toBe('erased');
  });

  it('finds the person who handed over, and erases both, one after the other', async () => {
    const { id, signers } = await sendRequest(acme.api, { signers: [ZELDA], allowHandOver: true });
    const zelda = await visitorOf(test, acme.organizationId, signers[0]!.id);
    await zelda.get('document');
    const to = { person: MIRA.name, email: MIRA.email, reason: `${ZELDA.name} is on leave` };
    expect((await zelda.post('hand-over', to)).location).toBe('');
    const mira = await visitorOf(test, acme.organizationId, signers[0]!.id);
    await mira.get('document');
    await acme.api.delete(`/api/v1/signatures/${id}`);
    await mailsSent();
    expect(await erase()).toMatchObject({ requests: [id] });
    expect(await found()).toEqual([]);
    expect(verifyChain(await trailOf(test.dataSource, id)).isWhole).toBe(true);
    expect(await found(acme, [MIRA.email])).toContain('signature_audit_events');
    const ofMira = { organizationId: acme.organizationId, email: MIRA.email };
    await data().erase(ofMira, operatorOf(acme.organizationId));
    expect(await found(acme, [MIRA.email, MIRA.name])).toEqual([]);
    const trail = await trailOf(test.dataSource, id);
    expect(verifyChain(trail).isWhole).toBe(true);
    const opened = trail.filter(({ type }) => type === 'opened');
    expect(opened.map(({ data: facts }) => facts)).toEqual([{ act: 'form' }]);
  });

  inDepth('completes an erasure after an interruption', async () => {
    const ids = [
      await signedByBoth(),
      await cancelled({ signers: [ZELDA] }),
      await cancelled({ signers: [ZELDA] }),
    ];
    await mailsSent();
    const writer = test.dataSource.createQueryRunner();
    try {
      await writer.startTransaction();
      await writer.query('select 1 from signatures where id = $1 for update', [ids[1]]);
      const erasing = erase();
      await until('the erasure waits for the second', async () => {
        const [row] = await test.dataSource.query<{ waits: boolean }[]>(
          "select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits",
        );
        return row!.waits;
      });
      await test.dataSource.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and wait_event_type = 'Lock'",
      );
      await expect(erasing).rejects.toThrow();
      await writer.rollbackTransaction();
    } finally {
      await writer.release();
    }
    expect(await examine()).toMatchObject({ requests: ids.slice(1) });
    expect(await erase()).toMatchObject({ requests: ids.slice(1) });
    expect(await found()).toEqual([]);
    for (const id of ids) expect(verifyChain(await trailOf(test.dataSource, id)).isWhole).toBe(true);
  });

  inDepth('exports requests with documents, verifications with pictures, and webhooks', async () => {
    const signed = await signedByBoth();
    const copied = await cancelled({ signers: [MIRA], ccOnComplete: [ZELDA.email] });
    const similar = await cancelled({ signers: [{ email: `x.${ZELDA.email}` }] });
    const verification = await beginVerification(test, acme, { email: ZELDA.email });
    await verification.sendPhoto(await renderPassport({}, { background: 'desk' }));
    await signedByBoth(await test.createOrganization());
    const files = await exported();
    const names = [...files.keys()];
    expect(names).toEqual(
      expect.arrayContaining([
        'about.json',
        ...[
          'request.json',
          'audit-trail.json',
          'original.pdf',
          'presented.pdf',
          'signed.pdf',
          'certificate.pdf',
        ].map((name) => `requests/${signed}/${name}`),
        `requests/${copied}/request.json`,
        `verifications/${verification.id}/verification.json`,
        expect.stringMatching(new RegExp(`^verifications/${verification.id}/front-\\d+\\.(jpeg|png)$`)),
        expect.stringMatching(/^webhooks\/\d+\.json$/),
      ]),
    );
    expect(names.filter((name) => name.startsWith(`requests/${similar}/`))).toEqual([]);
    expect(
      new Set(names.filter((name) => /^requests\//.test(name)).map((name) => name.split('/')[1])),
    ).toEqual(new Set([String(signed), String(copied)]));
    const json = (name: string) => JSON.parse(files.get(name)!.toString()) as Record<string, unknown>;
    expect(json(`requests/${signed}/request.json`)).toMatchObject({
      roles: ['recipient', 'signer'],
      asSigner: [{ ...ZELDA, status: 'signed' }],
    });
    expect(json(`verifications/${verification.id}/verification.json`)).toMatchObject({
      photos: [{ side: 'front', findings: { readable: true, mrz: { accepted: true } } }],
      face: { measuredFrames: 0, hasHashOfDocumentNumber: true, erasedDaysAfterTheEnd: 30, erasedAt: null },
    });
    const trail = files.get(`requests/${signed}/audit-trail.json`)!.toString();
    expect(trail).toContain('userAgent');
    expect(trail).not.toContain(MIRA.name);
    const all = [...files.values()].map((bytes) => bytes.toString('latin1')).join('\n');
    expect(all).not.toMatch(/tokenSealed|tokenHash|storage_key/);
    const [event] = (await activityOf(test.dataSource, acme.organizationId)).slice(-1);
    expect(event).toMatchObject({
      type: 'person_exported',
      data: { requests: expect.arrayContaining([signed, copied]), verifications: [verification.id] },
    });
  });

  it('searches by nothing but an email address', async () => {
    const person = { organizationId: acme.organizationId, email: 'x' };
    await expect(data().examine(person)).rejects.toThrow('email must be an email address');
  });

  it('an event can be erased from a trail in no other way', async () => {
    const id = await cancelled({ signers: [ZELDA] });
    await erase();
    const trail = await trailOf(test.dataSource, id);
    const at = trail.findIndex(({ erasedIn }) => erasedIn !== undefined);
    const altered = (change: object) =>
      trail.map((event, index) => (index === at ? { ...event, ...change } : event));
    expect(verifyChain(trail).isWhole).toBe(true);
    expect(verifyChain(altered({ data: { ip: '192.0.2.1' } })).firstBroken).toBe(at + 1);
    expect(verifyChain(altered({ type: 'signed' })).firstBroken).toBe(at + 1);
    expect(verifyChain(altered({ erasedIn: undefined })).firstBroken).toBe(at + 1);
    expect(verifyChain(altered({ erasedIn: 99 })).firstBroken).toBe(at + 1);
    expect(verifyChain(trail.slice(0, -1)).firstBroken).toBe(at + 1);
    const sneak = `begin; set local countersign.erasing = 'on';
      update signature_audit_events set data = '{}' where signature_id = ${id} and number = 1; commit`;
    await expect(test.dataSource.query(sneak)).rejects.toThrow('signature_audit_events is only added to');
    await test.dataSource.query('rollback');
  });
});
