import { X509Certificate } from 'node:crypto';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { type NewSigner, sendRequest, type SentRequest } from '../support/signing-requests.js';
import { type SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';
import { opensslAccepts, pdfsig, qpdfAccepts } from '../support/validators.js';

const DRAWN = { method: 'drawn', strokes: '[[0.1,0.5,0.3,0.1,0.5,0.9,0.7,0.2,0.9,0.6]]' };
const TYPED = { method: 'typed', typed: 'Anna Maria Eriksson' };

describe('an advanced request', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;
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

  const newSigner = (name: string, order?: number): NewSigner => ({
    email: `signer${++count}@signers.test`,
    name,
    order,
  });

  async function signWithCode(visitor: SigningVisitor, email: string, mark: Record<string, string>) {
    expect((await visitor.post('code/send')).location).toBe('/code');
    const code = await mailbox.waitForCode(email);
    expect((await visitor.post('code', { code })).location).toBe('/document');
    expect((await visitor.sign(mark)).location).toBe('/done');
  }

  const completed = ({ status }: SentRequest) =>
    until('the request is completed', async () => (await status()) === 'completed');

  const signedPdf = async ({ path }: SentRequest) =>
    (await acme.api.get(`${path}/document/signed`)).body as Buffer;

  const rows = (request: SentRequest) =>
    test.dataSource.query<{ field_name: string | null; field_number: number; field_certificate: Buffer }[]>(
      'select field_name, field_number, field_certificate from signature_signers where signature_id = $1 order by id',
      [request.id],
    );

  it('the document contains every signer’s own signature in signing order, and the seal over all of them', async () => {
    const signers = [newSigner('Anna Maria Eriksson'), newSigner('Jonas Brandt')];
    const request = await sendRequest(test, acme, 'advanced', signers);
    await signWithCode(request.visitors[1]!, signers[1]!.email, DRAWN);
    await until('the first signature is in the document', async () =>
      (await rows(request)).some(({ field_name }) => field_name !== null),
    );
    expect(await request.status()).toBe('partially_signed');
    await signWithCode(request.visitors[0]!, signers[0]!.email, TYPED);
    await completed(request);

    const pdf = await signedPdf(request);
    // Readers list signatures by field; the numbers below show that Jonas signed first.
    expect(pdfsig(pdf)).toEqual(
      [signers[0]!.email, signers[1]!.email, 'Acme document seal'].map((signer, index) => ({
        signer,
        kind: 'ETSI.CAdES.detached',
        verdict: 'Signature is Valid.',
        coversAll: index === 2,
      })),
    );
    expect(qpdfAccepts(pdf)).toBe(true);
    const keys = test.app.get(OrganizationKeys, { strict: false });
    const { chain } = await keys.sealingKey(acme.organizationId);
    expect(await opensslAccepts(pdf, chain[0]!)).toEqual([true, true, true]);

    const made = await rows(request);
    expect(made.map(({ field_name, field_number }) => [field_name, field_number])).toEqual([
      ['Countersign-Signature1', 2],
      ['Countersign-Signature2', 1],
    ]);
    const certificate = new X509Certificate(made[0]!.field_certificate);
    expect(certificate.subject).toBe(`CN=${signers[0]!.email}`);
    expect(certificate.subjectAltName).toBe(`email:${signers[0]!.email}`);
    const lifetime = Date.parse(certificate.validTo) - Date.parse(certificate.validFrom);
    expect(lifetime).toBeLessThanOrEqual(65 * 60_000);
    const { rowCount } = await countOf('signature_documents', request.id);
    expect(rowCount).toBe(3);
  }, 120_000);

  const countOf = async (table: 'signature_documents', id: number) => {
    const [row] = await test.dataSource.query<[{ count: number }]>(
      `select count(*)::integer as count from ${table} where signature_id = $1 and kind <> 'certificate'`,
      [id],
    );
    return { rowCount: row.count };
  };

  inDepth(
    'resumes with the right signature after an interruption',
    async () => {
      const signers = [newSigner('Anna Maria Eriksson'), newSigner('Jonas Brandt'), newSigner('Mia Lund')];
      const request = await sendRequest(test, acme, 'advanced', signers);
      for (const index of [0, 1]) await signWithCode(request.visitors[index]!, signers[index]!.email, TYPED);
      await until(
        'two signatures are in the document',
        async () => (await rows(request)).filter(({ field_name }) => field_name !== null).length === 2,
      );
      const before = await rows(request);
      await signWithCode(request.visitors[2]!, signers[2]!.email, TYPED);
      await completed(request);
      expect((await rows(request)).slice(0, 2)).toEqual(before.slice(0, 2));
      expect(pdfsig(await signedPdf(request)).map(({ verdict }) => verdict)).toEqual(
        Array(4).fill('Signature is Valid.'),
      );
    },
    120_000,
  );

  it('accepts all signers at the same time, each of them once', async () => {
    const signers = [1, 2, 3].map((number) => newSigner(`Signer ${number}`));
    const request = await sendRequest(test, acme, 'advanced', signers);
    await Promise.all(
      request.visitors.map((visitor, index) => signWithCode(visitor, signers[index]!.email, TYPED)),
    );
    await completed(request);
    const found = pdfsig(await signedPdf(request));
    expect(found.map(({ verdict }) => verdict)).toEqual(Array(4).fill('Signature is Valid.'));
    const names = ['Acme document seal', ...signers.map(({ email }) => email)];
    expect(found.map(({ signer }) => signer).sort()).toEqual(names.sort());
  });
});
