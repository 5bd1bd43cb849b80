import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { verifyChain } from '../../src/audit-chain/audit-chain.js';
import { envelopeIdOf } from '../../src/audit-chain/envelope-id.js';
import { type EvidenceDocument } from '../../src/audit-chain/evidence-document.js';
import { readEvidence } from '../../src/audit-chain/read-evidence.js';
import { Brands } from '../../src/brands/brands.js';
import { EvidenceDocuments } from '../../src/completion/evidence-documents.js';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { actsWithAddress } from '../support/certificate-acts.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { sealedContents } from '../support/sealed-contents.js';
import { JONAS, sendRequest, type SentRequest } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';
import { typeSizesIn } from '../support/type-sizes.js';
import { until } from '../support/until.js';
import {
  ask,
  attachedFile,
  mutoolAccepts,
  opensslAccepts,
  pdfsig,
  pdfText,
  qpdfAccepts,
} from '../support/validators.js';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0' };

const REFUSE_CERTIFICATES = `
  create or replace function refuse_certificate() returns trigger language plpgsql as $$
    begin raise exception 'no certificate for now'; end $$;
  create trigger no_certificate before insert on signature_documents
    for each row when (new.kind = 'certificate') execute function refuse_certificate()`;

describe('certificates of completion', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let count = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  const newAnna = () => ({ email: `anna${++count}@signers.test`, name: 'Anna María Eriksson' });
  const get = (request: SentRequest, what: string) => acme.api.get(`${request.path}/${what}`);
  const typesOf = async ({ id }: SentRequest) => (await trailOf(test.dataSource, id)).map(({ type }) => type);
  const completed = (request: SentRequest) =>
    until('the request is completed', async () => (await request.status()) === 'completed');

  /** Signs in the way the type requires, on a device that reports its time zone. */
  async function sign(request: SentRequest, type: string, email: string): Promise<void> {
    const [visitor] = request.visitors;
    await visitor!.get();
    if (type === 'advanced') {
      await visitor!.post('code/send');
      await visitor!.post('code', { code: await mailbox.waitForCode(email) });
    }
    const fields = {
      agree: 'yes',
      method: 'typed',
      typed: 'Anna Eriksson',
      witness: 'Hugo Host',
      timeZone: 'Europe/Madrid',
    };
    expect((await visitor!.post('consent', fields, FIREFOX)).location).toBe('/done');
  }

  /** The evidence attached to a certificate, extracted with poppler. */
  function evidenceIn(certificate: Buffer): EvidenceDocument {
    const evidence = readEvidence(attachedFile(certificate, 'evidence.json'));
    if (evidence?.version !== 1) throw new Error('the certificate has no evidence of version 1');
    return evidence;
  }

  /** The cells Sent, Opened, Verified and Signed of the only signer: a `day`, or nothing. */
  function actsIn(certificate: Buffer): string[] {
    const { output } = ask('pdftotext', ['-layout', 'c.pdf', '-'], { 'c.pdf': certificate });
    const [, row] = /^ *Sent +Opened +Verified +Signed\n+ *(.+)$/m.exec(output) ?? [];
    return (row ?? '').split(/ {2,}/).map((cell) => cell.replace(/^\d{1,2} [A-Z][a-z]+ \d{4}$/, 'day'));
  }

  inDepth.each<[type: string, proofs: string[], strength: string]>([
    ['fast', ['personal_link'], 'Basic: the link was sent to the email address only'],
    ['self_signed', ['personal_link'], 'Basic: anyone who could open the personal link could sign.'],
    ['in_person', ['personal_link', 'host'], 'In person: Hugo Host was present'],
    [
      'advanced',
      ['personal_link', 'one_time_code'],
      'a one-time code showed access to the email address. The',
    ],
  ])(
    'a certificate records what happened in a request of type %s, and nothing more',
    async (type, proofs, strength) => {
      const anna = newAnna();
      const request = await sendRequest(test, acme, type, [anna], { subject: 'Our lease' });
      expect((await get(request, 'certificate')).status).toBe(404);
      await sign(request, type, anna.email);
      await completed(request);
      const { body: signed } = await get(request, 'document/signed');
      const { body: certificate, headers } = await get(request, 'certificate');
      expect(headers.get('content-disposition')).toContain('Lease agreement-certificate.pdf');

      const evidence = evidenceIn(certificate);
      const trail = await trailOf(test.dataSource, request.id);
      expect(evidence).toMatchObject({
        request: {
          id: request.id,
          type,
          subject: 'Our lease',
          documentName: 'Lease agreement',
          copiesTo: [],
        },
        organization: { id: acme.organizationId, name: 'Acme' },
        document: { signedSha256: sha256(signed), sealLevel: 'PAdES B-B' },
        signers: [{ email: anna.email, name: anna.name, timeZone: 'Europe/Madrid' }],
      });
      expect(evidence.signers[0]!.identifiedBy.map(({ kind }) => kind)).toEqual(proofs);
      expect(verifyChain(evidence.events)).toMatchObject({ isWhole: true, head: evidence.chainHead });
      expect(evidence.events.at(-1)!.type).toBe('sealed');
      expect(trail.slice(0, evidence.events.length)).toEqual(evidence.events);
      const types = trail.map((event) => event.type);
      for (const each of ['created', 'sent', 'opened', 'consent', 'signed', 'sealed', 'completed'])
        expect(types.filter((one) => one === each)).toHaveLength(1);
      expect(trail.find((event) => event.type === 'completed')!.data).toEqual({
        certificateSha256: sha256(certificate),
      });
      expect(verifyChain(trail).isWhole).toBe(true);

      const envelope = `Envelope ID ${envelopeIdOf(trail[0]!.hash)}`;
      const pages = pdfText(certificate).split('\f').slice(0, -1);
      for (const page of [...pages, pdfText(signed).split('\f').at(-2)]) expect(page).toContain(envelope);
      const text = pages.join(' ').replace(/\s+/g, ' ');
      const { data } = trail.find((event) => event.type === 'consent')!;
      for (const words of [
        `Acme, ${acme.ownerEmail}, through the API, 127.0.0.1`,
        strength,
        String(data.text),
        'Firefox 128 on Android',
        'Times in Europe/Madrid, the time zone of the device',
        type === 'fast' ? 'Signed electronically with a click' : 'Typed by the signer',
      ])
        expect(text).toContain(words);
      expect(text).not.toMatch(/Mozilla|Gecko|\d{4}-\d\d-\d\d/);
      expect(ask('pdffonts', ['c.pdf'], { 'c.pdf': certificate }).output).toContain('Caveat');
      expect(actsIn(certificate)).toEqual(['day', 'day', type === 'advanced' ? 'day' : '–', 'day']);
      expect(actsWithAddress(certificate)).toBe(type === 'advanced' ? 4 : 3);
      expect(pdfsig(certificate)).toMatchObject([{ verdict: 'Signature is Valid.', coversAll: true }]);
      expect([qpdfAccepts(certificate), mutoolAccepts(certificate)]).toEqual([true, true]);
      const key = await test.app.get(OrganizationKeys, { strict: false }).sealingKey(acme.organizationId);
      expect(await opensslAccepts(certificate, key.chain[0]!)).toEqual([true]);
      for (const paper of [certificate, signed])
        expect(Math.min(...(await typeSizesIn(paper)))).toBeGreaterThan(8.99);
    },
  );

  inDepth(
    'certificates are valid sealed PDFs to other tools, and say who signed without overclaiming',
    async () => {
      const anna = newAnna();
      const request = await sendRequest(test, acme, 'fast', [anna, { ...JONAS, name: 'Jonas 🖋 山田' }], {
        ccOnComplete: ['boss@signers.test'],
      });
      const png = await sharp({ create: { width: 300, height: 90, channels: 4, background: '#1a5fb480' } })
        .png()
        .toBuffer();
      const look = {
        name: 'Acme',
        color: null,
        contactLine: null,
        contactEmail: null,
        locale: null,
        timeZone: null,
      };
      const brands = test.app.get(Brands, { strict: false });
      await brands.save(operatorOf(acme.organizationId), { ...look, logo: { png, width: 300, height: 90 } });
      for (const visitor of request.visitors) await visitor.sign();
      await completed(request);
      await brands.save(operatorOf(acme.organizationId), { ...look, logo: 'remove' });
      const { body: certificate } = await get(request, 'certificate');
      expect(ask('pdfimages', ['-list', 'c.pdf'], { 'c.pdf': certificate }).output).toMatch(/\b300 +90 +rgb/);
      expect(pdfsig(certificate)).toEqual([
        {
          signer: 'Acme document seal',
          kind: 'ETSI.CAdES.detached',
          verdict: 'Signature is Valid.',
          coversAll: true,
        },
      ]);
      expect(qpdfAccepts(certificate)).toBe(true);
      const key = await test.app.get(OrganizationKeys, { strict: false }).sealingKey(acme.organizationId);
      expect(await opensslAccepts(certificate, key.chain[0]!)).toEqual([true]);
      const text = pdfText(certificate);
      const { document, chainHead } = evidenceIn(certificate);
      const words = [
        anna.name,
        'Jonas 🖋 山田',
        anna.email,
        JONAS.email,
        'Acme',
        'boss@signers.test',
        'Lease agreement',
      ];
      for (const each of [
        ...words,
        document.presentedSha256,
        document.signedSha256,
        chainHead,
        'evidence:verify',
      ])
        expect(text).toContain(each);
      expect(text).not.toContain('�');
      expect(text).not.toMatch(/qualified|\bAES\b|\bQES\b|trust/i);
    },
  );

  inDepth('the completion mail has the certificate attached', async () => {
    const anna = newAnna();
    const request = await sendRequest(test, acme, 'fast', [anna]);
    await request.visitors[0]!.sign();
    await completed(request);
    const { attachments, text } = await mailbox.waitForMailTo(anna.email, /Completed/);
    expect(attachments.map(({ filename }) => filename)).toEqual([
      'Lease agreement-signed.pdf',
      'Lease agreement-certificate.pdf',
    ]);
    expect(text).toContain('certificate of completion');
    expect(attachments[1]!.content.equals((await get(request, 'certificate')).body)).toBe(true);
  });

  inDepth(
    'makes the certificate in a later run if the first died after sealing, and seals nothing twice',
    async () => {
      const request = await sendRequest(test, acme, 'fast', [newAnna()]);
      await failAfterSealing(request);
      expect(await request.status()).not.toBe('completed');
      for (const what of ['document/signed', 'certificate'])
        expect((await get(request, what)).status).toBe(404);
      await test.dataSource.query('drop trigger no_certificate on signature_documents');
      await test.database.moveClock('1 minute');
      await completed(request);
      expect((await typesOf(request)).filter((type) => type === 'sealed')).toHaveLength(1);
      const { document } = evidenceIn((await get(request, 'certificate')).body);
      expect(document.signedSha256).toBe(sha256((await get(request, 'document/signed')).body));
    },
  );

  inDepth(
    'makes no certificate if the request is cancelled after sealing, and leaves no sealed file',
    async () => {
      const request = await sendRequest(test, acme, 'fast', [newAnna()]);
      await failAfterSealing(request);
      await test.dataSource.query('drop trigger no_certificate on signature_documents');
      expect((await acme.api.delete(request.path)).status).toBe(200);
      await test.database.moveClock('1 minute');
      await until('the job has ended', async () => (await jobsOf(request)).length === 0);
      const kinds = await test.dataSource.query<{ kind: string }[]>(
        "select kind from signature_documents where signature_id = $1 and kind in ('signed', 'certificate')",
        [request.id],
      );
      expect(kinds).toEqual([]);
      expect(await typesOf(request)).not.toContain('completed');
    },
  );

  const jobsOf = ({ id }: SentRequest): Promise<{ attempt: number; isWaiting: boolean }[]> =>
    test.dataSource.query(
      `select attempt, lease_until is null as "isWaiting" from jobs
      where kind = 'signature.seal' and (payload ->> 'signatureId')::bigint = $1`,
      [id],
    );

  /**
   * Signs while the database refuses the certificate, and waits until the first run has sealed the document and
   * failed.
   */
  async function failAfterSealing(request: SentRequest): Promise<void> {
    await test.dataSource.query(REFUSE_CERTIFICATES);
    await request.visitors[0]!.sign();
    await until('the first run has failed', async () => {
      const [job] = await jobsOf(request);
      return job?.isWaiting && job.attempt > 0;
    });
    expect((await typesOf(request)).filter((type) => type === 'sealed')).toHaveLength(1);
  }

  it('makes no certificate if the audit trail was altered', async () => {
    const request = await sendRequest(test, acme, 'fast', [newAnna()]);
    await test.dataSource.query(`begin; set local session_replication_role = replica;
      update signature_audit_events set data = '{"x": 1}' where signature_id = ${request.id} and number = 1; commit`);
    await request.visitors[0]!.sign();
    await until('the document is sealed', async () => (await typesOf(request)).includes('sealed'));
    const evidence = test.app.get(EvidenceDocuments, { strict: false });
    const contents = await sealedContents(test, request.id);
    await expect(evidence.gather(...contents, null)).rejects.toThrow('the audit trail is broken at event 1');
    expect(await request.status()).not.toBe('completed');
  });
});
