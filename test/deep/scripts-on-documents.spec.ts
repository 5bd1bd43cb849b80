import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { DoctorService } from '../../src/health/doctor.service.js';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import {
  type SharedTestApp,
  sharedTestApp,
  startTestApp,
  type TestApp,
  type TestOrganization,
} from '../support/app.js';
import { CJK_NAMES, NAMES, undirected } from '../support/names.js';
import { pdfJsText } from '../support/pdf-js-text.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { sendPdf, sendRequest, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { mutoolAccepts, opensslAccepts, pdfsig, pdfText, qpdfAccepts } from '../support/validators.js';

const ALL_NAMES = [...Object.values(NAMES), ...Object.values(CJK_NAMES)];
/** One for each way of drawing (joined, from both sides, reordered, stacked), and all that need a system font. */
const SIGNERS = [
  NAMES['Persian with a zero-width non-joiner']!,
  NAMES['Latin, then Hebrew, then Latin']!,
  NAMES['Devanagari with reordered vowels and conjuncts']!,
  NAMES['Thai with stacked marks']!,
  NAMES['emoji that are joined to one']!,
  ...Object.values(CJK_NAMES),
];
const signersNamed = (names: readonly string[]) =>
  names.map((name, index) => ({ email: `signer${index + 1}@signers.test`, name }));

/** The names that the text extracted from a PDF does not contain. */
function notIn(extracted: string, names: readonly string[]): string[] {
  const text = undirected(extracted).replace(/\s+/g, ' ');
  return names.filter((name) => !text.includes(name.normalize('NFC')));
}

/** The names that poppler does not find in a PDF. */
const missingFrom = (pdf: Buffer, names: readonly string[]) => notIn(pdfText(pdf), names);

async function taggedPdf(...tags: string[]): Promise<Buffer> {
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'a4' });
  tags.forEach((tag, index) => page.drawText(tag, { x: 72, y: 700 - 100 * index, size: 12 }));
  return Buffer.from(await pdf.save());
}

/** Fonts of many scripts are embedded, and five programs read the documents. */
const LONGEST_MS = 120_000;

describe('texts in every script', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  it(
    'sets every script in typeset text, on signature pages and certificates, which stay valid to others',
    async () => {
      const subject = 'חוזה שכירות 租赁合同';
      const request = await sendRequest(test, acme, 'fast', signersNamed(SIGNERS), {
        ...{
          subject,
          senderName: 'कार्यालय',
          messageContent: ALL_NAMES.map((name) => `Name: ${name}`).join('\n'),
        },
      });
      for (const visitor of request.visitors) expect((await visitor.sign()).location).toBe('/done');
      await until('the request is completed', async () => (await request.status()) === 'completed');
      const key = await test.app.get(OrganizationKeys, { strict: false }).sealingKey(acme.organizationId);
      for (const [what, names] of [
        ['document/signed', ALL_NAMES],
        ['certificate', SIGNERS],
      ] as const) {
        const { body: pdf } = await acme.api.get(`${request.path}/${what}`);
        expect([what, missingFrom(pdf, [...names, subject])]).toEqual([what, []]);
        expect([what, notIn(await pdfJsText(pdf), [...names, subject])]).toEqual([what, []]);
        expect(pdfText(pdf)).not.toContain('\ufffd');
        expect(pdfsig(pdf)).toMatchObject([{ verdict: 'Signature is Valid.', coversAll: true }]);
        expect([qpdfAccepts(pdf), mutoolAccepts(pdf)]).toEqual([true, true]);
        expect(await opensslAccepts(pdf, key.chain[0]!)).toEqual([true]);
      }
    },
    LONGEST_MS,
  );

  it('sets every script in the fields of the document that the signer filled in', async () => {
    const pdf = await taggedPdf('{{name:1}}', '{{text:1:Job}}', '{{signature:1}}');
    const { path, status } = await sendPdf(acme, 'self_signed', [{ email: 'li@signers.test' }], pdf);
    const { body } = await acme.api.get(path);
    const visitor = await visitorOf(test, acme.organizationId, body.signers[0].id as number);
    const page = await visitor.get('consent');
    const control = /name="(field-\d+)"/.exec(page.html)![1]!;
    expect(
      (await visitor.sign({ name: 'ליאורה כהן', reviewed: 'yes', [control]: 'कार्यकारी' })).location,
    ).toBe('/done');
    await until('the request is completed', async () => (await status()) === 'completed');
    const signed = (await acme.api.get(`${path}/document/signed`)).body as Buffer;
    expect(missingFrom(signed, ['ליאורה כהן', 'कार्यकारी'])).toEqual([]);
    expect(pdfsig(signed)).toMatchObject([{ verdict: 'Signature is Valid.' }]);
  });
});

describe('scripts without a font', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let fontsDir: string;

  beforeAll(async () => {
    fontsDir = await mkdtemp(join(tmpdir(), 'countersign-fonts-'));
    test = await startTestApp({ fontsDir });
    acme = await test.createOrganization();
  });
  afterAll(async () => {
    await test?.close();
    await rm(fontsDir, { recursive: true, force: true });
  });

  it('refuses a request with a script without a font, and names the fields and the scripts', async () => {
    const id = await createDraft(acme.api, { type: 'fast' });
    const send = (body: object) => acme.api.post(`${SIGNATURES}/${id}/send`, body);
    const signers = signersNamed(['Anna Eriksson', '王小明']);
    const refused = await send({ signers, subject: '계약서', messageContent: 'Fine 👋' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'script_unsupported' } });
    expect(refused.body.message).toContain('signers[1].name has letters in the Han script');
    expect(refused.body.message).toContain('subject has letters in the Hangul script');
    expect(refused.body.message).not.toContain('messageContent');
    const addresses = await send({
      signers: [{ email: '王@example.com', name: 'Wang' }],
      subject: 'Fine',
      ccOnComplete: ['boss@signers.test', '김@example.com'],
    });
    expect(addresses.body).toMatchObject({
      code: 'script_unsupported',
      details: [
        { field: 'signers[0].email', message: expect.stringContaining('Han script') },
        { field: 'ccOnComplete[1]', message: expect.stringContaining('Hangul script') },
      ],
    });
    expect((await acme.api.get(`${SIGNATURES}/${id}/status`)).body.status).toBe('draft');
    expect((await send({ signers: signersNamed([NAMES.Georgian!]) })).status).toBe(200);
  });

  it('refuses symbols that no font has, such as a clef', async () => {
    const id = await createDraft(acme.api, { type: 'fast' });
    const body = { signers: signersNamed(['Anna Eriksson']), subject: 'Song 𝄞 ✔', messageContent: 'Fine 👋' };
    expect(await acme.api.post(`${SIGNATURES}/${id}/send`, body)).toMatchObject({
      status: 400,
      body: {
        code: 'script_unsupported',
        message: 'subject has symbols that no installed font has (FONTS_DIR)',
        details: [{ field: 'subject' }],
      },
    });
    const { visitors } = await sendRequest(test, acme, 'fast', [{ email: 'anna@signers.test' }]);
    const refused = await visitors[0]!.sign({ name: 'Anna 𝄞' });
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('This contains symbols that we cannot print here. Please use letters.'),
    ]);
  });

  it('refuses a script without a font beside the field when a signer enters it', async () => {
    const { visitors } = await sendRequest(test, acme, 'fast', [{ email: 'wang@signers.test' }]);
    const refused = await visitors[0]!.sign({ name: '王小明' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('This contains letters of the script “Han”, which we cannot print here.');
    expect(refused.html).toContain('value="王小明"');
    expect((await visitors[0]!.sign({ name: 'Wang Xiaoming', reviewed: 'yes' })).location).toBe('/done');
  });

  it('refuses a script without a font in a signer’s address that anybody enters', async () => {
    const { visitors, path, signerIds } = await sendRequest(
      test,
      acme,
      'fast',
      [{ email: 'anna@signers.test' }],
      {
        allowHandOver: true,
      },
    );
    const signer = `${path}/signers/${signerIds[0]}`;
    expect(await acme.api.patch(signer, { email: '王@example.com' })).toMatchObject({
      status: 400,
      body: {
        code: 'script_unsupported',
        details: [{ field: 'email', message: expect.stringContaining('Han script') }],
      },
    });
    const form = { person: 'Wang Xiaoming', email: '王@example.com', reason: 'On leave' };
    const refused = await visitors[0]!.post('hand-over', form);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('This contains letters of the script “Han”');
    expect((await acme.api.get(path)).body.signers).toMatchObject([{ email: 'anna@signers.test' }]);
    expect((await acme.api.patch(signer, { email: 'жук@example.com' })).status).toBe(200);
  });

  it('doctor names the scripts without a font', async () => {
    const { checks } = await test.app.get(DoctorService).examine();
    expect(checks.find(({ name }) => name === 'fonts')).toMatchObject({
      ok: null,
      message: expect.stringMatching(
        /^PDFs show Latin, .*Thai; no font for Han, Hiragana, Katakana, Hangul in /,
      ),
    });
  });
});
