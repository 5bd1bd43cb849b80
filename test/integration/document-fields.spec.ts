import { PDF } from '@libpdf/core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { pdfsig } from '../support/validators.js';

const ANNA = { email: 'anna@signers.test', name: 'Anna Maria Eriksson' };
const JONAS = { email: 'jonas@signers.test', name: 'Jonas Brandt' };
const PLACE = {
  kind: 'signature',
  signerEmail: ANNA.email,
  page: 1,
  x: '10%',
  y: 100,
  width: 160,
  height: 50,
};

/** A contract with text tags, as its author would write them. */
async function taggedPdf(...tags: [tag: string, x: number, y: number][]): Promise<Buffer> {
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'a4' });
  page.drawText('An agreement', { x: 72, y: 780 });
  for (const [tag, x, y] of tags) page.drawText(tag, { x, y, size: 11 });
  return Buffer.from(await pdf.save());
}

describe('fields on a document', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  async function draftWith(pdf: Buffer, type = 'fast'): Promise<string> {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type })}`;
    const headers = { 'content-type': 'application/pdf' };
    expect((await acme.api.put(`${path}/document`, pdf, { headers })).status).toBe(200);
    return path;
  }

  const place = (path: string, ...fields: object[]) => acme.api.put(`${path}/document/fields`, { fields });

  /** The field values of the completed PDF, by name. */
  async function completedFields(path: string): Promise<Record<string, unknown>> {
    await until('the request is completed', async () => {
      return (await acme.api.get(`${path}/status`)).body.status === 'completed';
    });
    const pdf = (await acme.api.get(`${path}/document/signed`)).body as Buffer;
    expect(pdfsig(pdf).map(({ verdict }) => verdict)).toContain('Signature is Valid.');
    const fields = (await PDF.load(pdf)).getForm()!.getTextFields();
    return Object.fromEntries(fields.map((field) => [field.name, field.getValue()]));
  }

  it('places fields with the upload in points or per cent, and returns them in points', async () => {
    const path = `${SIGNATURES}/${await createDraft(acme.api)}`;
    for (const isFirst of [true, false]) {
      const form = new FormData();
      const fields = JSON.stringify([PLACE, { ...PLACE, kind: 'text', y: '50%', label: 'Job title' }]);
      if (isFirst) form.set('fields', fields);
      form.set('file', new Blob([new Uint8Array(await textPdf())]), 'lease.pdf');
      if (!isFirst) form.set('fields', fields);
      expect((await acme.api.put(`${path}/document`, form)).status).toBe(200);
      const { body } = await acme.api.get(`${path}/document/fields`);
      expect(body.items).toHaveLength(2);
      expect(body.items[0]).toMatchObject({ kind: 'signature', page: 1, y: 100, width: 160, height: 50 });
      expect(body.items[0].x).toBeCloseTo(59.53, 1);
      expect(body.items[1]).toMatchObject({ kind: 'text', label: 'Job title', required: true });
      expect(body.items[1].y).toBeCloseTo(420.9, 0);
    }
  });

  it.each<[string, object, string]>([
    ['a page that does not exist', { page: 2 }, 'fields[0].page is 2, but the document has 1 page'],
    [
      'beyond the right edge',
      { x: 500 },
      'fields[0] ends at 660 × 150 points, but page 1 measures 595.28 × 841.89',
    ],
    ['beyond the lower edge', { y: '96%' }, 'points, but page 1 measures 595.28 × 841.89'],
    ['too small to see', { height: 2 }, 'fields[0] is 160 × 2 points, but must be at least 6 × 6'],
    ['an unknown unit', { x: '12px' }, 'fields[0].x must be a number of points'],
    ['a negative length', { y: -5 }, 'fields[0].y must be a number of points'],
    ['an unknown kind', { kind: 'stamp' }, 'fields[0].kind must be one of'],
    ['no signer', { signerEmail: '' }, 'fields[0].signerEmail'],
  ])('refuses a field with the reason: %s', async (_, change, message) => {
    const path = await draftWith(await textPdf());
    const { status, body } = await place(path, { ...PLACE, ...change });
    expect(status).toBe(400);
    expect(body.message).toContain(message);
    expect((await acme.api.get(`${path}/document/fields`)).body.items).toEqual([]);
  });

  it('refuses fields that overlap, have no document, are broken JSON or name nobody who signs', async () => {
    const path = await draftWith(await textPdf());
    const { body: refused } = await place(path, PLACE, { ...PLACE, y: 300 }, { ...PLACE, x: 100 });
    expect([refused.code, refused.message]).toEqual([
      'fields_overlap',
      'fields[2] overlaps fields[0] on page 1',
    ]);
    const empty = `${SIGNATURES}/${await createDraft(acme.api)}`;
    expect((await place(empty, PLACE)).status).toBe(404);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await textPdf())]), 'lease.pdf');
    form.set('fields', '[{');
    expect((await acme.api.put(`${empty}/document`, form)).body.message).toBe('fields must be a JSON array');
    expect((await acme.api.get(`${empty}/document`)).status).toBe(404);
    await place(path, PLACE);
    const { status, body } = await acme.api.post(`${path}/send`, { signers: [JONAS] });
    expect([status, body.code]).toEqual([400, 'field_signer_unknown']);
    expect((await acme.api.get(`${path}/status`)).body.status).toBe('draft');
    const stranger = await test.createOrganization();
    expect((await stranger.api.get(`${path}/document/fields`)).status).toBe(404);
    expect((await stranger.api.put(`${path}/document/fields`, { fields: [PLACE] })).status).toBe(404);
  });

  inDepth('asks the signer for the values of fields, and shows them in the completed document', async () => {
    const path = await draftWith(await textPdf());
    const column = (kind: string, y: number, more: object = {}) => ({
      ...PLACE,
      kind,
      y,
      height: 20,
      ...more,
    });
    const placed = await place(
      path,
      column('signature', 100, { height: 50 }),
      column('name', 160),
      column('date', 190),
      column('text', 220, { label: 'Job title' }),
      column('checkbox', 250, { label: 'Send me the brochure', required: true }),
      column('initials', 280),
      column('signature', 400, { signerEmail: JONAS.email.toUpperCase(), height: 50 }),
    );
    const [, , , text, checkbox, initials] = placed.body.items.map(({ id }: { id: number }) => id);
    const sent = await acme.api.post(`${path}/send`, { signers: [ANNA, JONAS] });
    const [anna, jonas] = await Promise.all(
      sent.body.signers.map(({ id }: { id: number }) => visitorOf(test, acme.organizationId, id)),
    );
    const page = await anna.get('consent');
    for (const words of ['Job title', 'Send me the brochure', 'Your initials', 'value="AE"'])
      expect(page.html).toContain(words);
    const refused = await anna.sign({ [`field-${text}`]: ' ' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Job title: please fill this in.');
    expect(refused.html).toContain('Send me the brochure: please tick this box.');
    const entries = {
      [`field-${text}`]: 'Head of mills',
      [`field-${checkbox}`]: 'yes',
      [`field-${initials}`]: 'AE',
    };
    expect((await anna.sign(entries)).location).toBe('/done');
    expect((await jonas.get('consent')).html).not.toMatch(/<label[^>]*>Job title/);
    expect((await jonas.sign(entries)).location).toBe('/done');
    const values = await completedFields(path);
    expect(Object.values(values)).toEqual(
      expect.arrayContaining(['Anna Maria Eriksson', 'Head of mills', 'yes', 'AE', 'Jonas Brandt']),
    );
    expect(Object.values(values).some((value) => /^\d{1,2} \w+ \d{4}$/.test(String(value)))).toBe(true);
  });

  inDepth('finds fields as text tags, which name signers by number', async () => {
    const pdf = await taggedPdf(
      ['{{signature:1}}', 100, 600],
      ['{{signature:2}}', 350, 600],
      ['{{ text : 2 : Job title }}', 100, 400],
    );
    const path = await draftWith(pdf);
    const { items } = (await acme.api.get(`${path}/document/fields`)).body;
    expect(
      items.map(({ kind, signerNumber, label }: Record<string, unknown>) => [kind, signerNumber, label]),
    ).toEqual([
      ['signature', 1, ''],
      ['signature', 2, ''],
      ['text', 2, 'Job title'],
    ]);
    expect(items[0].x).toBeCloseTo(100, 0);
    expect(items[0].y + items[0].height).toBeGreaterThan(841 - 605);
    const alone = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    expect([alone.status, alone.body.code]).toEqual([400, 'field_signer_unknown']);
    expect((await acme.api.post(`${path}/send`, { signers: [ANNA, JONAS] })).status).toBe(200);
  });

  it('refuses overlapping text tags, and keeps nothing of the upload', async () => {
    const path = `${SIGNATURES}/${await createDraft(acme.api)}`;
    const pdf = await taggedPdf(['{{signature:1}}', 100, 600], ['{{signature:2}}', 130, 610]);
    const headers = { 'content-type': 'application/pdf' };
    const { status, body } = await acme.api.put(`${path}/document`, pdf, { headers });
    expect([status, body.code]).toEqual([400, 'fields_overlap']);
    expect(body.message).toBe('{{signature:1}} overlaps {{signature:2}} on page 1');
    expect((await acme.api.get(`${path}/document`)).status).toBe(404);
  });
});
