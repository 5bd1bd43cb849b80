import { PDF, PdfArray, PdfBool, PdfDict } from '@libpdf/core';
import { fieldNames } from '../../src/pdf-signatures/form-field.js';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { LEASE } from '../support/request-forms.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { OpensslSigner, signedByOther } from '../support/signed-pdfs.js';
import { ANNA, JONAS, visitorOf } from '../support/signing-requests.js';
import { type SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';
import { faultsSince } from '../support/update-rules.js';
import { opensslAccepts, pdfsig } from '../support/validators.js';

const HEADERS = { 'content-type': 'application/pdf' };
const TYPED = { method: 'typed', typed: 'Anna Maria Eriksson' };
const PLACE = {
  kind: 'signature',
  signerEmail: ANNA.email,
  page: 1,
  ...{ x: 60, y: 400, width: 160, height: 50 },
};
const placed = (kind: string, y: number, signerEmail = ANNA.email) => ({ ...PLACE, kind, y, signerEmail });

let test: TestApp;
let acme: TestOrganization;
let mailbox: Mailbox;
let jane: OpensslSigner;
let signed: Buffer;

beforeAll(async () => {
  mailbox = await Mailbox.start();
  test = await startTestApp({ smtpUrl: mailbox.url });
  acme = await test.createOrganization({ name: 'Acme' });
  jane = new OpensslSigner(['rsa:2048'], 'Jane Doe');
  signed = await byJane(await textPdf(2));
});
afterAll(async () => {
  jane.close();
  await test.close();
  await mailbox.stop();
});

const byJane = (original: Buffer) => signedByOther(original, { message: (content) => jane.sign(content) });

async function taggedPdf(...tags: string[]): Promise<Buffer> {
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'a4' });
  for (const [index, tag] of tags.entries()) page.drawText(tag, { x: 72, y: 700 - 100 * index, size: 11 });
  return Buffer.from(await pdf.save());
}

async function draftWith(pdf: Buffer, type = 'fast') {
  const path = `${SIGNATURES}/${await createDraft(acme.api, { type })}`;
  return { path, answer: await acme.api.put(`${path}/document`, pdf, { headers: HEADERS }) };
}

const place = (path: string, ...fields: object[]) => acme.api.put(`${path}/document/fields`, { fields });

async function visitorsOf(path: string, signers: object[]): Promise<SigningVisitor[]> {
  const { status, body } = await acme.api.post(`${path}/send`, { signers });
  expect({ status, code: body.code }).toEqual({ status: 200, code: undefined });
  const ids = (body.signers as { id: number }[]).map(({ id }) => id);
  return Promise.all(ids.map((id) => visitorOf(test, acme.organizationId, id)));
}

/** The completed PDF, if all of its signatures are valid and only signatures were added to what Jane signed. */
async function completed(path: string, upload: Buffer, told: string[] = []): Promise<Buffer> {
  await until('the request is completed', async () => {
    return (await acme.api.get(`${path}/status`)).body.status === 'completed';
  });
  const pdf = (await acme.api.get(`${path}/document/signed`)).body as Buffer;
  expect(await faultsSince(upload, pdf)).toEqual(told);
  return pdf;
}

const refusedFor = (said: string) => ({
  status: 400,
  body: { code: 'document_signed_no_fields', message: expect.stringContaining(said) },
});

describe('a document that was signed before', () => {
  inDepth('accepts at most 20 fields, for signatures and initials only', async () => {
    const { path, answer } = await draftWith(signed);
    expect(answer.status).toBe(200);
    for (const kind of ['date', 'name', 'text', 'checkbox'])
      expect(await place(path, PLACE, placed(kind, 300))).toMatchObject(
        refusedFor(`fields[1] on page 1 is of kind '${kind}'`),
      );
    const many = Array.from({ length: 21 }, (_, index) => ({
      ...PLACE,
      width: 10,
      height: 10,
      x: 20 * index,
    }));
    expect(await place(path, ...many)).toMatchObject(refusedFor('There are 21 fields'));
    expect((await place(path, ...many.slice(1))).status).toBe(200);
    const form = new FormData();
    form.set('fields', JSON.stringify([placed('date', 300)]));
    form.set('file', new Blob([new Uint8Array(signed)]), 'lease.pdf');
    expect(await acme.api.put(`${path}/document`, form)).toMatchObject(refusedFor("is of kind 'date'"));
  });

  it('offers the same fields at the dashboard', async () => {
    const owner = await signedIn(test, acme);
    const lease = { name: 'Lease.pdf', bytes: signed };
    const { location } = await owner.upload('signatures/new', { type: 'fast', documentName: '' }, lease);
    const page = location!.slice(1).replace(/signers$/, 'fields');
    const people = { 'email-0': ANNA.email, 'person-0': ANNA.name!, 'order-0': '1', subject: 'Your lease' };
    await owner.send(location!.slice(1), people);
    const { html } = await owner.get(page);
    expect([...html.matchAll(/data-field-kind="(\w+)"/g)].map(([, kind]) => kind)).toEqual([
      'signature',
      'initials',
    ]);
    expect(html).toContain('carries signatures already');
    const refused = await owner.send(page, { fields: JSON.stringify([placed('date', 300)]) });
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('Field 1 on page 1 is of kind'),
    ]);
  });

  inDepth('refuses text tags for other fields, and accepts those for signatures', async () => {
    const { answer } = await draftWith(await byJane(await taggedPdf('{{signature:1}}', '{{date:1}}')));
    expect(answer).toMatchObject(refusedFor("{{date:1}} on page 1 is of kind 'date'"));
    const upload = await byJane(await taggedPdf('{{signature:1}}'));
    const { path } = await draftWith(upload);
    const [anna] = await visitorsOf(path, [ANNA]);
    await anna!.sign();
    // The mark lies on its tag, which Jane signed, and to the checker a tag is worth as much as other words.
    const told = ['pages_covered since Signature1', 'covered'];
    const pdf = await PDF.load(await completed(path, upload, told));
    expect(fieldNames(pdf, 'Sig')).toEqual(['Signature1', 'Countersign-Field1', 'Countersign-Seal']);
  });

  it('refuses on send the fields that an earlier version of the service accepted', async () => {
    const { path } = await draftWith(signed);
    await test.dataSource.query(
      'update signature_documents set signed_sha256 = null where signature_id = $1 and organization_id = $2',
      [Number(path.split('/').at(-1)), acme.organizationId],
    );
    expect((await place(path, placed('date', 300))).status).toBe(200);
    const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    expect(sent).toMatchObject({ status: 400, body: { code: 'document_signed_no_fields' } });
  });

  it('takes no places if programs draw its form anew, and is sent without', async () => {
    const pdf = PDF.create();
    for (let pages = 0; pages < 2; pages++) pdf.addPage({ size: 'a4' });
    const form = { Fields: new PdfArray([]), NeedAppearances: PdfBool.of(true) };
    pdf.getCatalog().set('AcroForm', PdfDict.of(form));
    const { path, answer } = await draftWith(await byJane(Buffer.from(await pdf.save())));
    expect(answer.status).toBe(200);
    const refused = { status: 400, body: { code: 'document_signed_redrawn' } };
    expect(await place(path, PLACE)).toMatchObject(refused);
    expect(await acme.api.put(`${path}/form`, LEASE)).toMatchObject(refused);
    expect((await place(path)).status).toBe(200);
    expect((await acme.api.post(`${path}/send`, { signers: [ANNA] })).status).toBe(200);
  });

  inDepth('adds only the seal, which names the signers, if there are no places', async () => {
    const { path } = await draftWith(signed);
    const [anna, jonas] = await visitorsOf(path, [ANNA, JONAS]);
    const { html } = await anna!.get('document');
    expect(html).toContain('Its pages stay as they are');
    expect(html).not.toContain('a page after the document');
    await anna!.sign();
    await jonas!.sign();
    const pdf = await completed(path, signed);
    expect(pdfsig(pdf)).toHaveLength(2);
    expect(pdf.toString('latin1')).toContain(': Anna Maria Eriksson, Jonas Brandt)');
  });

  inDepth('adds each signer’s own signature in every place, or in none', async () => {
    const { path } = await draftWith(signed, 'advanced');
    const placing = await place(path, PLACE, placed('initials', 200), placed('signature', 300));
    expect(placing.status).toBe(200);
    const initials = placing.body.items[1].id as number;
    const [anna, jonas] = await visitorsOf(path, [ANNA, JONAS]);
    for (const [visitor, { email }] of [
      [anna!, ANNA],
      [jonas!, JONAS],
    ] as const) {
      await visitor.post('code/send');
      await visitor.post('code', { code: await mailbox.waitForCode(email) });
      const entries = email === ANNA.email ? { [`field-${initials}`]: 'AE' } : {};
      expect((await visitor.sign({ ...TYPED, ...entries })).location).toBe('/done');
    }
    const pdf = await completed(path, signed);
    const signers = pdfsig(pdf).map(({ signer }) => signer);
    expect(signers).toEqual([
      'Jane Doe',
      ...Array<string>(3).fill(ANNA.email),
      JONAS.email,
      'Acme document seal',
    ]);
    const { chain } = await test.app.get(OrganizationKeys, { strict: false }).sealingKey(acme.organizationId);
    const accepted = await opensslAccepts(pdf, chain[0]!);
    expect(accepted).toEqual([false, ...Array<boolean>(5).fill(true)]);
  });

  inDepth('signs a document again that was completed here, with its tags filled in', async () => {
    const first = await draftWith(await taggedPdf('{{signature:1}}', '{{date:1}}'));
    const [anna] = await visitorsOf(first.path, [ANNA]);
    await anna!.sign();
    await until('the request is completed', async () => {
      return (await acme.api.get(`${first.path}/status`)).body.status === 'completed';
    });
    const upload = (await acme.api.get(`${first.path}/document/signed`)).body as Buffer;
    const second = await draftWith(upload);
    expect((await acme.api.get(`${second.path}/document/fields`)).body).toEqual({ items: [] });
    const [jonas] = await visitorsOf(second.path, [JONAS]);
    await jonas!.sign();
    expect(pdfsig(await completed(second.path, upload))).toHaveLength(2);
  });
});
