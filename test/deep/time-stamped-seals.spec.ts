import { PDF } from '@libpdf/core';
import { verifyArchivedDocument } from '../../src/pdf/signing/verify-archived-document.js';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import { readLevel } from '../../src/pdf-signatures/read-level.js';
import { readSignatures } from '../../src/pdf-signatures/read-signatures.js';
import { readSecurityStore } from '../../src/pdf-signatures/security-store.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import { sendRequest, type SentRequest } from '../support/signing-requests.js';
import { opensslFindsUnrevoked, opensslStamps } from '../support/stamp-validators.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';
import { until as untilSoon } from '../support/until.js';
import { mutoolAccepts, opensslAccepts, pdfsig, qpdfAccepts } from '../support/validators.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const SEAL = 'Countersign-Seal';
const STAMP = 'Countersign-Timestamp';

/** A seal with time stamps takes six low-priority processes, one after the other. */
const until = <Seen>(what: string, look: () => Promise<Seen>) => untilSoon(what, look, { longestMs: 60_000 });

const LONGEST_MS = 150_000;

/** Read from the database, which has no rate limit. */
async function statusIs({ dataSource }: TestApp, { id }: SentRequest, status: string): Promise<boolean> {
  const [row] = await dataSource.query<{ status: string }[]>('select status from signatures where id = $1', [
    id,
  ]);
  return row!.status === status;
}

/** As stated in the evidence. */
async function levelOf({ dataSource }: TestApp, { id }: SentRequest): Promise<string> {
  const [event] = await dataSource.query<{ data: { seal: string } }[]>(
    "select data from signature_audit_events where signature_id = $1 and data ? 'seal'",
    [id],
  );
  return event!.data.seal;
}

describe('seals with a time stamp authority', () => {
  let authority: TimeStampAuthority;
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let pdf: Buffer;

  beforeAll(async () => {
    authority = await TimeStampAuthority.start();
    const { url: tsaUrl, caFile: tsaCaFile } = authority;
    mailbox = await Mailbox.start();
    test = await startTestApp({
      smtpUrl: mailbox.url,
      tsaUrl,
      tsaCaFile,
      webhookAllowedCidrs: LOOPBACK,
    });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
    await authority?.stop();
  });
  afterEach(() => {
    authority.behaviour = 'good';
  });

  async function attempts(): Promise<number> {
    const [row] = await test.dataSource.query<{ attempt: number }[]>(
      "select attempt from jobs where kind = 'signature.seal' and lease_until is null",
    );
    return row?.attempt ?? 0;
  }

  async function signed(): Promise<SentRequest> {
    const request = await sendRequest(test, acme, 'fast');
    expect((await request.visitors[0]!.sign()).location).toBe('/done');
    return request;
  }

  const isCompleted = (request: SentRequest) => () => statusIs(test, request, 'completed');

  const download = async (request: SentRequest) =>
    (await acme.api.get(`${request.path}/document/signed`)).body as Buffer;

  it(
    'seals at level B-LTA, as other tools confirm',
    async () => {
      const request = await signed();
      await until('it is completed', isCompleted(request));
      expect(await levelOf(test, request)).toBe('PAdES B-LTA');
      pdf = await download(request);
      const [seal] = pdfsig(pdf);
      expect(seal).toMatchObject({ signer: 'Acme document seal', verdict: 'Signature is Valid.' });
      expect(await opensslStamps(pdf, authority.caFile)).toEqual([
        { field: SEAL, stands: 'in', accepted: true },
        { field: STAMP, stands: 'over', accepted: true },
      ]);
      expect(qpdfAccepts(pdf)).toBe(true);
      expect(mutoolAccepts(pdf)).toBe(true);
      const keys = test.app.get(OrganizationKeys, { strict: false });
      const { certificate, chain } = await keys.sealingKey(acme.organizationId);
      expect(await opensslAccepts(pdf, chain[0]!)).toEqual([true]);
      const { certificates, lists } = readSecurityStore(await PDF.load(pdf));
      expect([certificates.length, lists.length]).toEqual([4, 2]);
      expect(opensslFindsUnrevoked(certificate, [chain[0]!], lists)).toBe(true);
      const [, authoritys] = certificates.filter((each) => !chain[0]!.equals(each));
      expect(opensslFindsUnrevoked(authoritys!, certificates, lists)).toBe(true);
    },
    LONGEST_MS,
  );

  it(
    'detects one changed byte anywhere in a time-stamped seal, and any addition',
    async () => {
      const [seal, stamp] = readSignatures(await PDF.load(pdf), pdf);
      const sealed = pdf.subarray(0, seal!.gap.coveredBytes);
      const expected = { sealName: SEAL, stampName: STAMP, anchors: [] };
      expect(await verifyArchivedDocument({ sealed, archived: pdf, expected })).toBe('PAdES B-LTA');
      for (let at = 0; at < pdf.length; at += 2_003) {
        // Parts of the token are unsigned, such as its version.
        if (at >= stamp!.gap.start && at <= stamp!.gap.end) continue;
        const changed = Buffer.from(pdf);
        changed[at] = changed[at]! ^ 1;
        const level = await verifyArchivedDocument({
          sealed: changed.subarray(0, sealed.length),
          archived: changed,
          expected,
        }).catch(() => null);
        expect({ at, level }).toEqual({ at, level: null });
      }
      const changed = Buffer.from(pdf);
      changed[sealed.length + 40]! ^= 1;
      expect(await opensslStamps(changed, authority.caFile).catch(() => [])).not.toContainEqual(
        expect.objectContaining({ stands: 'over', accepted: true }),
      );
      const longer = await PDF.load(pdf);
      longer.addPage();
      const extended = Buffer.from(await longer.save({ incremental: true }));
      expect(await verifyArchivedDocument({ sealed, archived: extended, expected })).toBeNull();
    },
    LONGEST_MS,
  );

  it(
    'also stamps signers’ own signatures and the certificate of completion',
    async () => {
      const email = 'anna@signers.test';
      const request = await sendRequest(test, acme, 'advanced', [{ email, name: 'Anna Eriksson' }]);
      const [visitor] = request.visitors;
      await visitor!.post('code/send');
      await visitor!.post('code', { code: await mailbox.waitForCode(email) });
      expect((await visitor!.sign({ method: 'typed', typed: 'Anna Eriksson' })).location).toBe('/done');
      await until('it is completed', isCompleted(request));
      const signed = await download(request);
      const verdicts = pdfsig(signed).map(({ verdict }) => verdict);
      expect(verdicts.slice(0, 2)).toEqual(Array(2).fill('Signature is Valid.'));
      expect(await opensslStamps(signed, authority.caFile)).toEqual([
        { field: 'Countersign-Signature1', stands: 'in', accepted: true },
        { field: SEAL, stands: 'in', accepted: true },
        { field: STAMP, stands: 'over', accepted: true },
      ]);
      const { body: certificate } = await acme.api.get(`${request.path}/certificate`);
      expect(await readLevel(certificate, SEAL)).toBe('PAdES B-LTA');
      for (const each of [signed, certificate as Buffer]) {
        expect(qpdfAccepts(each)).toBe(true);
        expect(mutoolAccepts(each)).toBe(true);
      }
    },
    LONGEST_MS,
  );

  it(
    'completes nothing while the authority lies or fails, retries, and never uses another clock',
    async () => {
      authority.behaviour = 'stamps another nonce';
      const request = await signed();
      await until('the seal was tried', async () => (await attempts()) === 1);
      expect(await request.status()).toBe('created');
      // The signature gets its time stamp, the document does not.
      authority.next.push('good', 'fails');
      await test.database.moveClock('1 minute');
      await until('the seal was tried again', async () => (await attempts()) === 2);
      expect(await request.status()).toBe('created');
      authority.behaviour = 'good';
      await test.database.moveClock('1 minute');
      await until('it is completed', isCompleted(request));
      expect(await levelOf(test, request)).toBe('PAdES B-LTA');
    },
    LONGEST_MS,
  );

  it(
    'completes nothing while the authority hangs, and reads other documents meanwhile',
    async () => {
      authority.behaviour = 'hangs';
      const asked = authority.asked;
      const first = await signed();
      const second = await signed();
      await authority.waitFor(asked + 2);
      const draft = await sendRequest(test, acme, 'fast');
      expect(await Promise.all([first.status(), second.status(), draft.status()])).toEqual(
        Array(3).fill('created'),
      );
      authority.behaviour = 'good';
      authority.hangUp();
      await until('both were tried', async () => {
        const [row] = await test.dataSource.query<{ waiting: number }[]>(
          "select count(*) as waiting from jobs where kind = 'signature.seal' and lease_until is null and attempt > 0",
        );
        return row!.waiting === 2;
      });
      await test.database.moveClock('1 minute');
      await until('the first is completed', isCompleted(first));
      await until('the second is completed', isCompleted(second));
    },
    LONGEST_MS,
  );

  it(
    'keeps a permanently failed seal job with its reason',
    async () => {
      authority.behaviour = 'rejects';
      const request = await signed();
      await until('the seal was tried', async () => (await attempts()) === 1);
      await test.dataSource.query("update jobs set attempt = 174 where kind = 'signature.seal'");
      await test.database.moveClock('1 minute');
      const failed = await until('it failed for good', async () => {
        const rows = await test.dataSource.query<{ error: string }[]>('select error from failed_jobs');
        return rows.length > 0 ? rows : null;
      });
      expect(failed![0]!.error).toContain('TimestampError rejected');
      expect(await request.status()).toBe('created');
    },
    LONGEST_MS,
  );

  it(
    'seals nothing with a time stamp by a revoked certificate',
    async () => {
      await authority.revoke();
      const request = await signed();
      await until('the seal was tried', async () => (await attempts()) === 1);
      expect(await request.status()).toBe('created');
    },
    LONGEST_MS,
  );
});

describe('seals with an authority that publishes no revocation list', () => {
  it(
    'seals with a document time stamp, and reports only the level reached: B-T',
    async () => {
      const authority = await TimeStampAuthority.start({ key: 'rsa', hasList: false });
      const { url: tsaUrl, caFile: tsaCaFile } = authority;
      const test = await startTestApp({ tsaUrl, tsaCaFile, sealKeyType: 'rsa3072' });
      try {
        const acme = await test.createOrganization({ name: 'Acme' });
        const request = await sendRequest(test, acme, 'fast');
        await request.visitors[0]!.sign();
        await until('it is completed', () => statusIs(test, request, 'completed'));
        expect(await levelOf(test, request)).toBe('PAdES B-T');
        const pdf = (await acme.api.get(`${request.path}/document/signed`)).body as Buffer;
        expect(pdfsig(pdf)[0]!.verdict).toBe('Signature is Valid.');
        expect((await opensslStamps(pdf, authority.caFile)).map(({ accepted }) => accepted)).toEqual([
          true,
          true,
        ]);
      } finally {
        await test.close();
        await authority.stop();
      }
    },
    LONGEST_MS,
  );
});
