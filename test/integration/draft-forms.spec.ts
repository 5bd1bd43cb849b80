import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { textPdf } from '../support/pdf-samples.js';
import { draftWithDocument, LANDLORD, LEASE, leaseWith, TENANT } from '../support/request-forms.js';
import { createDraft, SIGNATURES } from '../support/samples.js';

const PDF = { headers: { 'content-type': 'application/pdf' } };
const FIELD = { kind: 'text', signerEmail: TENANT.email, page: 1, x: 300, y: 600, width: 100, height: 20 };
const place = (more: object) => ({ document: 1, page: 1, x: 300, y: 600, width: 100, height: 20, ...more });

describe('forms of drafts', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let path: string;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });
  beforeEach(async () => {
    path = await draftWithDocument(acme);
  });

  const put = (form: object) => acme.api.put(`${path}/form`, form);
  const send = (...signers: object[]) => acme.api.post(`${path}/send`, { signers });
  const note = (places: object[], more: object = {}) =>
    leaseWith({ key: 'note', kind: 'text', role: 'tenant', places, ...more });

  it('gives the form back in its normal form, with the values of the sender', async () => {
    const { status, body } = await put(LEASE);
    expect(status).toBe(200);
    expect(body.signers).toEqual({ tenant: TENANT.email, landlord: LANDLORD.email });
    expect(body.sha256).toMatch(/^[0-9a-f]{64}$/);
    const address = (body.fields as { key: string }[]).find(({ key }) => key === 'address');
    expect(address).toMatchObject({ value: 'Lagerstraße 4', readOnly: true, required: true, help: '' });
    expect((await acme.api.get(`${path}/form`)).body).toEqual(body);
    const other = await put(leaseWith({ ...LEASE.fields[1]!, key: 'address', value: 'Seestraße 1' }));
    expect(other.body.sha256).toBe(body.sha256);
    const listed = (await acme.api.get(`${path}/document/fields`)).body as object;
    expect(listed).toEqual({ items: [] });
  });

  it('names everything that is wrong with a definition', async () => {
    const { status, body } = await put(
      leaseWith({ key: 'rent', kind: 'numbr', role: 'nobody', colour: 'red', places: [] }),
    );
    expect(status).toBe(400);
    const details = body.details as { field: string; code: string }[];
    expect(body.code).toBe(details[0]!.code);
    expect(details.map(({ code }) => code)).toContain('field_kind_unknown');
  });

  it.each<[string, object]>([
    ['member_invalid', { signers: { tenant: 'nobody', landlord: LANDLORD.email } }],
    ['member_missing', { signers: { tenant: TENANT.email } }],
    ['role_unknown', { signers: { ...LEASE.signers, guest: 'guest@signers.test' } }],
    ['role_repeated', { signers: { tenant: TENANT.email, landlord: TENANT.email.toUpperCase() } }],
  ])('refuses addresses with %s', async (code, more) => {
    expect((await put({ ...LEASE, ...more })).body.code).toBe(code);
  });

  it.each<[string, string, object]>([
    ['on a page that is not there', 'place_outside_page', { page: 3 }],
    ['beside the page', 'place_outside_page', { x: 580 }],
    ['in another document', 'place_outside_page', { document: 2 }],
    ['over another field', 'fields_overlap', { x: 72, y: 110 }],
  ])('refuses a place %s', async (_where, code, more) => {
    expect((await put(note([place(more)]))).body.code).toBe(code);
  });

  it('keeps a form and fields of their own apart', async () => {
    await put(LEASE);
    expect((await acme.api.put(`${path}/document/fields`, { fields: [FIELD] })).body.code).toBe(
      'form_already_set',
    );
    expect((await acme.api.delete(`${path}/form`)).status).toBe(200);
    expect((await acme.api.get(`${path}/form`)).status).toBe(404);
    expect((await acme.api.put(`${path}/document/fields`, { fields: [FIELD] })).status).toBe(200);
    expect((await put(LEASE)).body.code).toBe('form_already_set');
  });

  it('keeps the form when a document replaces another that it fits', async () => {
    await put(note([place({ page: 2 })]));
    const replace = async (pages: number) =>
      acme.api.put(`${path}/document`, await textPdf(pages, 'Another page'), PDF);
    expect((await replace(2)).status).toBe(200);
    expect((await acme.api.get(`${path}/form`)).status).toBe(200);
    expect((await replace(1)).body.code).toBe('place_outside_page');
  });

  it('needs a document', async () => {
    const empty = `${SIGNATURES}/${await createDraft(acme.api)}`;
    expect((await acme.api.put(`${empty}/form`, LEASE)).status).toBe(404);
  });

  it('fills in values beside those that are there', async () => {
    await put(LEASE);
    const fill = (values: object) => acme.api.put(`${path}/form/values`, { values });
    const valueOf = (body: Record<string, unknown>, key: string) =>
      (body.fields as { key: string; value?: unknown }[]).find((field) => field.key === key)!.value;
    const { body } = await fill({ rent: 1500, married: true });
    expect(['rent', 'married', 'address'].map((key) => valueOf(body, key))).toEqual([
      ...['1500', true, 'Lagerstraße 4'],
    ]);
    expect(valueOf((await fill({ rent: null })).body, 'rent')).toBeUndefined();
    for (const [values, code] of [
      [{ nothing: 1 }, 'value_unknown_field'],
      [{ rent: '1200.345' }, 'value_invalid'],
      [{ rent: '5' }, 'entry_out_of_range'],
      [{ deposit: '5' }, 'value_invalid'],
    ] as const)
      expect((await fill(values)).body.code).toBe(code);
  });

  it('fills in a comb', async () => {
    await put(note([place({})], { validation: { cells: 8 } }));
    const { status, body } = await acme.api.put(`${path}/form/values`, { values: { note: '80331MUC' } });
    expect(status).toBe(200);
    expect(body.fields).toContainEqual(expect.objectContaining({ key: 'note', value: '80331MUC' }));
  });

  it('refuses a value that nobody would see', async () => {
    const elsewhere = { showIf: { field: 'address', is: 'Elsewhere' } };
    await put(note([place({})], elsewhere));
    const { body } = await acme.api.put(`${path}/form/values`, { values: { note: 'Never seen' } });
    expect(body.code).toBe('value_hidden');
    const defined = await put(note([place({})], { ...elsewhere, value: 'Never seen' }));
    expect(defined.body).toMatchObject({ code: 'value_hidden', details: [{ field: expect.any(String) }] });
  });

  describe('with texts of the sender that have no room', () => {
    const small = [place({ width: 60, height: 10 })];
    const tooLong = 'W'.repeat(200);

    it('refuses a value by the number of characters that are too many', async () => {
      await put(note(small));
      const { status, body } = await acme.api.put(`${path}/form/values`, { values: { note: tooLong } });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'entry_does_not_fit', details: [{ field: 'values.note' }] });
      const over = Number(/is (\d+) characters too long/.exec(body.message as string)![1]);
      const fits = (length: number) =>
        acme.api.put(`${path}/form/values`, { values: { note: 'W'.repeat(length) } });
      expect((await fits(200 - over)).status).toBe(200);
      expect((await fits(200 - over + 1)).body.message).toContain('is 1 character too long');
    });

    it('is not sent, and names each of them', async () => {
      const label = {
        key: 'notice',
        kind: 'label',
        text: tooLong,
        places: [place({ y: 300, width: 60, height: 10 })],
      };
      const whole = note(small, { value: tooLong, readOnly: true });
      await put({ ...whole, fields: [...whole.fields, label] });
      const { status, body } = await send(TENANT, LANDLORD);
      expect(status).toBe(400);
      const at = whole.fields.length;
      expect(body).toMatchObject({
        code: 'entry_does_not_fit',
        details: [{ field: `fields[${at - 1}].value` }, { field: `fields[${at}].text` }],
      });
    });
  });

  it('is not sent with a day that has passed, where nobody could change it', async () => {
    const day = { key: 'day', kind: 'chosen_date', role: 'tenant', places: [place({})] };
    await put(leaseWith({ ...day, readOnly: true, value: '2020-01-01', validation: { min: 'today' } }));
    const { status, body } = await send(TENANT, LANDLORD);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'entry_out_of_range', details: [{ field: 'values.day' }] });
  });

  it('is not sent with values that leave a formula no result, where nobody could change them', async () => {
    const place = { document: 1, page: 2, x: 72, width: 100, height: 20 };
    const own = { role: 'tenant', label: 'Parts', required: false, readOnly: true, value: '0' };
    const parts = { key: 'parts', kind: 'number', ...own, places: [{ ...place, y: 100 }] };
    const share = { key: 'share', kind: 'formula', role: 'landlord', formula: '1 / parts' };
    const drawn = { ...share, places: [{ ...place, y: 140 }] };
    const path = await draftWithDocument(acme);
    const put = await acme.api.put(`${path}/form`, { ...LEASE, fields: [...LEASE.fields, parts, drawn] });
    expect(put.status).toBe(200);
    const send = () => acme.api.post(`${path}/send`, { signers: [TENANT, LANDLORD] });
    const refused = await send();
    expect(refused.status).toBe(400);
    expect(refused.body.details).toEqual([
      {
        ...{ code: 'value_invalid', field: 'values.parts' },
        message: "values.parts leaves the formula 'share' without a result, which no signer can mend",
      },
    ]);
    expect((await acme.api.put(`${path}/form/values`, { values: { parts: '4' } })).status).toBe(200);
    expect((await send()).status).toBe(200);
  });

  it('is sent to the signers of all its roles, in their order', async () => {
    await put(LEASE);
    const guest = { email: 'guest@signers.test', name: 'Guest' };
    expect((await send(TENANT, guest)).body.code).toBe('role_signer_unknown');
    expect((await send({ ...TENANT, order: 2 }, { ...LANDLORD, order: 2 })).body.code).toBe(
      'role_order_contradicted',
    );
    expect((await send(TENANT, LANDLORD, guest)).status).toBe(200);
    expect((await put(LEASE)).body.code).toBe('not_a_draft');
    const { signers } = (await acme.api.get(`${path}/form`)).body as { signers: object };
    expect(signers).toEqual(LEASE.signers);
  });

  it('is not sent without what only the sender can fill in', async () => {
    await put(leaseWith({ ...LEASE.fields[1]!, key: 'address', value: null }));
    expect((await send(TENANT, LANDLORD)).body.code).toBe('value_missing');
  });

  it('is sent without what the sender would fill in, where the sender has hidden it', async () => {
    const place = { document: 1, page: 2, width: 100, height: 14 };
    const hidden = { kind: 'text', role: 'tenant', readOnly: true, showIf: { field: 'furnished', is: true } };
    const furnished = { key: 'furnished', kind: 'checkbox', role: 'tenant', readOnly: true, value: false };
    const fields = [
      { ...furnished, places: [{ ...place, x: 20, y: 20, width: 14 }] },
      { ...hidden, key: 'furniture', places: [{ ...place, x: 20, y: 60 }] },
    ];
    await put({ ...LEASE, fields: [...LEASE.fields, ...fields] });
    expect((await send(TENANT, LANDLORD)).status).toBe(200);
  });

  it('follows a signer to another address', async () => {
    await put(LEASE);
    const sent = await send(TENANT, LANDLORD);
    const [{ id }] = sent.body.signers as [{ id: number }];
    await acme.api.patch(`${path}/signers/${id}`, { email: 'new@signers.test' });
    const { signers } = (await acme.api.get(`${path}/form`)).body as { signers: object };
    expect(signers).toEqual({ ...LEASE.signers, tenant: 'new@signers.test' });
  });
});
