import { type Browser } from 'playwright-core';
import { type EvidenceDocument2 } from '../../src/audit-chain/evidence-version-2.js';
import { readEvidence } from '../../src/audit-chain/read-evidence.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { inspect, openPage, sharedBrowser } from '../support/browser.js';
import { signedIn } from '../support/dashboard-member.js';
import { KEYS, MOUSE, NO_SCRIPT, PROOF, TOUCH, type Way } from '../support/form-ways.js';
import { importAtDesk, importOnPhone } from '../support/import-by-hand.js';
import { certificateWith, verifyOffline, wrongPlaces } from '../support/offline-check.js';
import { textPdf } from '../support/pdf-samples.js';
import { SIGNATURES } from '../support/samples.js';
import { valuesByExportName } from '../support/sealed-values.js';
import { visitorOf } from '../support/signing-requests.js';
import { keyOf, pdfNameOf, taxForm } from '../support/tax-form.js';
import { TEMPLATES } from '../support/templates.js';
import { until } from '../support/until.js';
import { attachedFile } from '../support/validators.js';

const MINUTES = 5 * 60_000;
const TAXPAYER = { email: 'anna@signers.test', name: 'Anna Maria Eriksson', locale: 'en' };
const PREPARER = { email: 'jonas@signers.test', name: 'Jonas Brandt', locale: 'en' };

/** What everyone's entries and the sender's values come to. */
const VALUES: Record<string, unknown> = {
  ...{ name: 'Anna Eriksson', number: '123456789', status: 'married', spouse: 'Max Eriksson' },
  ...{ wages: '1200.5', other: '99.25', total: '1299.75', state: 'NY', resident: true },
  ...{ begins: '2026-01-01', preparer: 'Brandt & Sons' },
};

const digestOf = (bytes: Buffer) => sha256(bytes).toString('hex');

describe('a PDF form that is imported, made a template, sent and filled in', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;
  let template: string;
  /** The same, imported on a phone. */
  let onPhone: string;
  let proof: Buffer;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
    proof = await textPdf(1, 'Wages');
    template = await published(await imported(importAtDesk));
    onPhone = await published(await imported(importOnPhone));
  }, MINUTES);

  /** Imports the form at the dashboard, where a template is made of it. @returns its id */
  const imported = async (place: typeof importAtDesk): Promise<number> =>
    place({
      ...{ browser, url: test.url, owner: await signedIn(test, acme) },
      file: { name: 'Return.pdf', mimeType: 'application/pdf', buffer: taxForm() },
      signers: [TAXPAYER.email, PREPARER.email],
      told: [pdfNameOf('print')],
    });

  /**
   * Gives the fields of an imported template to two roles, adds the condition and the attachment, and publishes it.
   * @returns its path
   */
  async function published(id: number): Promise<string> {
    const path = `${TEMPLATES}/${id}`;
    const { body: definition } = await acme.api.get(`${path}/definition`);
    const { fields, options, revision } = definition;
    const roles = ['taxpayer', 'preparer'].map((key, at) => ({
      key,
      name: key,
      action: 'sign',
      order: at + 1,
    }));
    const showIf = { field: keyOf('status'), is: 'married' };
    const ofPreparer = [keyOf('preparer'), keyOf('prepared')];
    const { key, label } = PROOF;
    const changed = [
      ...(fields as { key: string }[]).map((field) => ({
        ...{ ...field, role: ofPreparer.includes(field.key) ? 'preparer' : 'taxpayer' },
        ...(field.key === keyOf('spouse') && { showIf }),
      })),
      { key, label, kind: 'attachment', role: 'taxpayer' },
    ];
    // The only calculation of the PDF is proposed as a formula.
    expect(fields.filter(({ kind }: { kind: string }) => kind === 'formula')).toHaveLength(1);
    const given = { roles, fields: changed, options: { ...options, type: 'fast' }, revision };
    const put = await acme.api.put(`${path}/definition`, given);
    expect([put.status, put.body.problems]).toEqual([200, []]);
    const done = await acme.api.post(`${path}/publish`, {});
    expect([done.status, done.body.code]).toEqual([200, undefined]);
    return path;
  }

  async function journey(way: Way, picture: string): Promise<string> {
    const from = way === TOUCH || way === NO_SCRIPT ? onPhone : template;
    const sent = await acme.api.post(`${from}/send`, {
      roles: { taxpayer: TAXPAYER, preparer: PREPARER },
      values: { [keyOf('wages')]: '1200.50', [keyOf('name')]: 'Anna E.' },
      readOnly: [keyOf('wages')],
      subject: 'Your tax return',
    });
    expect([sent.status, sent.body.code]).toEqual([201, undefined]);
    const [taxpayer, preparer] = sent.body.signers as { id: number }[];
    const steps = [
      { signer: taxpayer!, fill: way.fill },
      { signer: preparer!, fill: way.prepare },
    ];
    for (const [index, { signer, fill }] of steps.entries()) {
      const visitor = await visitorOf(test, acme.organizationId, signer.id);
      const { page, context, failures } = await openPage(browser, way.device);
      await page.goto(`${test.url}/sign/${visitor.token}/document`);
      await fill(page, proof);
      if (way !== NO_SCRIPT) await inspect(page, `journey-${picture}-${index + 1}`);
      await way.agree(page);
      await page.waitForURL(/done$/);
      expect(failures).toEqual([]);
      await context.close();
    }
    const path = `${SIGNATURES}/${sent.body.id}`;
    const status = async () => (await acme.api.get(`${path}/status`)).body.status as string;
    await until('the request is completed', async () => (await status()) === 'completed');
    return path;
  }

  async function readBack(path: string): Promise<void> {
    const { items } = (await acme.api.get(`${path}/form-data`)).body as {
      items: { key: string; value: unknown }[];
    };
    const expected = Object.entries(VALUES).map(([name, value]) => [keyOf(name), value]);
    const attached = {
      name: PROOF.name,
      type: 'application/pdf',
      bytes: proof.length,
      sha256: digestOf(proof),
    };
    expect(Object.fromEntries(items.map(({ key, value }) => [key, value]))).toEqual({
      ...Object.fromEntries(expected),
      [PROOF.key]: [attached],
    });
    const bytes = async (part: string) => (await acme.api.get(`${path}/${part}`)).body as Buffer;
    const { items: files } = (await acme.api.get(`${path}/attachments`)).body as { items: { id: number }[] };
    expect(files).toMatchObject([{ key: PROOF.key, signerEmail: TAXPAYER.email, ...attached }]);
    expect((await bytes(`attachments/${files[0]!.id}`)).equals(proof)).toBe(true);
    expect(valuesByExportName(await bytes('document/signed'))).toEqual({
      ...{ [pdfNameOf('name')]: 'Anna Eriksson', [pdfNameOf('number')]: '123456789' },
      ...{ [pdfNameOf('status')]: 'married', [pdfNameOf('spouse')]: 'Max Eriksson' },
      ...{ [pdfNameOf('wages')]: '1,200.50', [pdfNameOf('other')]: '99.25' },
      ...{ [pdfNameOf('total')]: '1,299.75', [pdfNameOf('state')]: 'NY' },
      ...{ [pdfNameOf('resident')]: 'Yes', [pdfNameOf('begins')]: expect.stringContaining('2026') },
      [pdfNameOf('preparer')]: 'Brandt & Sons',
      ...{ [pdfNameOf('signed')]: TAXPAYER.name, [pdfNameOf('prepared')]: PREPARER.name },
    });
  }

  it.each<[string, Way]>([
    ['touch', TOUCH],
    ['keys', KEYS],
    ['no-script', NO_SCRIPT],
  ])(
    'gives back what was filled in by %s',
    async (name, way) => {
      await readBack(await journey(way, name));
    },
    MINUTES,
  );

  describe('by mouse', () => {
    let path: string;
    let certificate: Buffer;
    let signed: Buffer;
    let evidence: EvidenceDocument2;
    let attached: Buffer;

    beforeAll(async () => {
      path = await journey(MOUSE, 'mouse');
      certificate = (await acme.api.get(`${path}/certificate`)).body as Buffer;
      signed = (await acme.api.get(`${path}/document/signed`)).body as Buffer;
      evidence = readEvidence(attachedFile(certificate, 'evidence.json')) as EvidenceDocument2;
      attached = attachedFile(certificate, 'template.json');
    }, MINUTES);

    it('gives back what was filled in as JSON, CSV, XFDF and in the sealed document', async () => {
      await readBack(path);
      const text = async (format: string) => {
        const { body } = await acme.api.get(`${path}/form-data?format=${format}`);
        return Buffer.isBuffer(body) ? body.toString('utf8') : String(body);
      };
      expect(await text('csv')).toContain(`"${keyOf('spouse')}","text","Name of the spouse","Max Eriksson"`);
      const xfdf = await text('xfdf');
      // Names of several levels are nested.
      expect(xfdf).toContain('<field name="topmostSubform[0]">');
      expect(xfdf).toContain('<field name="total[0]"><value>1299.75</value></field>');
      expect(xfdf).toContain('<field name="status[0]"><value>married</value></field>');
    });

    it('is proven by its certificate alone', async () => {
      const { status, stdout } = verifyOffline(certificate, [], signed);
      expect([status, wrongPlaces({ status, stdout })]).toEqual([0, []]);
      expect(stdout).toContain('The certificate of completion belongs to this exact document.');
      expect(stdout).toMatch(/The request was made from version 1 of template \d+/);
      const { body: version } = await acme.api.get(`${template}/versions/1`);
      expect(evidence.template?.sha256).toBe(version.sha256);
      expect(JSON.parse(attached.toString()).documents[0].pdfNames).toMatchObject({
        [keyOf('wages')]: pdfNameOf('wages'),
      });
      // Sealed by somebody else, the same evidence still agrees in itself.
      expect(verifyOffline(await certificateWith(evidence, attached)).status).toBe(0);
    });

    const NOTHING = '0'.repeat(64);
    it.each<[string, (copy: EvidenceDocument2) => void]>([
      ['template.version', (copy) => (copy.template!.version = 2)],
      ['form.definitionSha256', (copy) => (copy.form!.definitionSha256 = NOTHING)],
      ['form.signers[0].values[2].sha256', (copy) => (copy.form!.signers[0]!.values[2]!.sha256 = NOTHING)],
      [
        'form.signers[0].attachments[0].sha256',
        (copy) => (copy.form!.signers[0]!.attachments[0]!.sha256 = NOTHING),
      ],
      ['form.signers[1].signerId', (copy) => (copy.form!.signers[1]!.signerId = 99_999)],
      ['documents[0].presentedSha256', (copy) => (copy.documents[0]!.presentedSha256 = NOTHING)],
      ['documents[0].originalSha256', (copy) => (copy.documents[0]!.originalSha256 = NOTHING)],
      ['documents[0].signedSha256', (copy) => (copy.documents[0]!.signedSha256 = NOTHING)],
      ['signers[0].signedAt', (copy) => (copy.signers[0]!.signedAt = '2026-01-01T00:00:00.000Z')],
    ])('names %s where it was changed', async (place, change) => {
      const copy = structuredClone(evidence);
      change(copy);
      const verdict = verifyOffline(await certificateWith(copy, attached));
      expect([verdict.status, wrongPlaces(verdict)]).toEqual([1, [place]]);
    });

    it.each<[string, RegExp, string]>([
      ['a place', /"x":(\d+)/, '"x":9$1'],
      ['a role', /"role":"preparer"/, '"role":"taxpayer"'],
      ['a condition', /"is":"married"/, '"is":"single"'],
      ['a name in the PDF', /wages\[0\]/, 'wages[1]'],
      ['the digest of the document', /"originalSha256":"./, '"originalSha256":"x'],
    ])('names the template where %s in it was changed', async (_what, from, to) => {
      const text = attached.toString();
      const changed = text.replace(from, to);
      expect(changed).not.toBe(text);
      const verdict = verifyOffline(await certificateWith(evidence, Buffer.from(changed)));
      expect([verdict.status, wrongPlaces(verdict)]).toEqual([1, ['template.json']]);
    });

    it('is not proven by a certificate that was changed itself, or that lacks its template', async () => {
      const changed = Buffer.from(certificate);
      const middle = Math.floor(changed.length / 2);
      changed[middle] = changed[middle]! ^ 1;
      expect(verifyOffline(changed).status).not.toBe(0);
      const verdict = verifyOffline(await certificateWith(evidence, null));
      expect([verdict.status, wrongPlaces(verdict)]).toEqual([1, ['template.json']]);
    });
  });
});
