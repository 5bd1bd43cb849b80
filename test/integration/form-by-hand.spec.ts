import { POSTAL_CODE_COUNTRIES } from '../../src/forms/postal-codes.js';
import { DraftForms } from '../../src/signatures/form/draft-forms.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { ANNA, JONAS } from '../support/signing-requests.js';

const BOX = { page: 1, x: 72, width: 100, height: 20 };
const OPTIONS = [
  { value: 'garage', label: 'Garage' },
  { value: 'street', label: 'Street' },
];

describe('a form made by hand', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  async function draft(): Promise<number> {
    const lease = { name: 'Lease.pdf', bytes: await textPdf(2) };
    const { location } = await owner.upload('signatures/new', { type: 'fast', documentName: '' }, lease);
    const id = Number(/^\/signatures\/(\d+)\/signers$/.exec(location!)![1]);
    await owner.send(`signatures/${id}/signers`, {
      ...{ 'email-0': ANNA.email, 'person-0': ANNA.name!, 'order-0': '1' },
      ...{ 'email-1': JONAS.email, 'person-1': JONAS.name!, 'order-1': '2' },
    });
    return id;
  }

  const row = (kind: string, key: string, y: number, more: object = {}) => ({
    ...{ kind, key, signerEmail: ANNA.email, label: key, required: false, ...BOX, y },
    ...more,
  });
  const ROWS = [
    row('number', 'rent', 72, { validation: { min: '100', decimals: 2, currency: 'EUR' } }),
    row('checkbox', 'married', 100),
    row('text', 'spouse', 130, { showIf: { field: 'married', is: true }, help: 'As in the passport' }),
    row('formula', 'deposit', 160, { formula: 'rent * 3' }),
    row('radio', 'parking', 190, { option: 'garage', options: OPTIONS }),
    row('radio', 'parking', 220, { option: 'street' }),
    row('formula', 'total', 0, {
      ...{ page: 0, width: 0, height: 0, x: 0, signerEmail: JONAS.email },
      formula: 'rent + deposit',
    }),
  ];
  const place = (id: number, rows: object[], more: Record<string, string> = {}) =>
    owner.send(
      `signatures/${id}/fields`,
      { fields: JSON.stringify(rows), ...more },
      `signatures/${id}/fields`,
    );
  const stored = (signatureId: number) =>
    test.app.get(DraftForms).read({ organizationId: acme.organizationId, signatureId });
  const plain = async (id: number) =>
    (await acme.api.get(`/api/v1/signatures/${id}/document/fields`)).body.items as object[];

  it('replaces plain fields, is edited as a table, and makes room for plain fields again', async () => {
    const id = await draft();
    const page = `signatures/${id}/fields`;
    await place(id, [row('text', 'spouse', 130)]);
    expect(await plain(id)).toMatchObject([{ kind: 'text', label: 'spouse' }]);
    expect((await place(id, ROWS)).location).toBe(`/signatures/${id}/check`);
    expect(await plain(id)).toEqual([]);
    const { definition } = await stored(id);
    expect(definition.fields.map(({ key, kind, places }) => [key, kind, places.length])).toEqual([
      ['rent', 'number', 1],
      ['married', 'checkbox', 1],
      ['spouse', 'text', 1],
      ['deposit', 'formula', 1],
      ['parking', 'radio', 2],
      ['total', 'formula', 0],
    ]);
    expect((await owner.get(`signatures/${id}/check`)).html).toContain('5 fields');
    const previewed = async (place: number) =>
      (await owner.get(`signatures/${id}/preview/${place}/document`)).html;
    expect(await previewed(1)).toMatch(/id="entry-rent"[^]*id="entry-spouse"/);
    expect(await previewed(2)).not.toContain('id="entry-rent"');

    const { html } = await owner.get(`${page}?table`);
    const fields = cellsIn(html);
    expect(fields.find(([name]) => name === 'details-4')).toEqual(['details-4', 'Garage\nStreet']);
    const asTable = await owner.send(page, [['table', 'yes'], ...fields], 'account');
    expect(asTable.location).toBe(`/signatures/${id}/check`);
    expect((await stored(id)).definition).toEqual(definition);

    expect((await place(id, [])).location).toBe(`/signatures/${id}/check`);
    await expect(stored(id)).rejects.toMatchObject({ statusCode: 404 });
  });

  it.each(['image', 'stamp', 'attachment'])('offers and keeps a field of kind %s', async (kind) => {
    const id = await draft();
    expect((await owner.get(`signatures/${id}/fields`)).html).toContain(`data-field-kind="${kind}"`);
    const own = kind === 'attachment' ? { page: 0, x: 0, y: 0, width: 0, height: 0 } : {};
    const proof = row(kind, 'proof', 72, {
      ...own,
      ...(kind === 'attachment' && { validation: { max: 3 } }),
    });
    expect((await place(id, [proof])).location).toBe(`/signatures/${id}/check`);
    const { definition } = await stored(id);
    expect(definition.fields).toMatchObject([{ key: 'proof', kind }]);
    expect(definition.fields[0]!.places).toHaveLength(kind === 'attachment' ? 0 : 1);
  });

  it('shows what is wrong at its rows, and keeps what is not complete', async () => {
    const id = await draft();
    const wrong = ROWS.map((each) => ({ ...each, ...('formula' in each && { formula: 'rent * ' }) }));
    const refused = await place(id, [...wrong, row('choice', 'floor', 400)], { table: 'yes' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('id="details-3-error"');
    expect(refused.html).toContain('id="details-7-error"');
    const quiet = await place(id, wrong, { quiet: 'yes' });
    expect(JSON.parse(quiet.html)).toMatchObject({ isComplete: false });
    expect((await owner.get(`signatures/${id}/fields`)).html).toContain('rent * ');
    await expect(stored(id)).rejects.toMatchObject({ statusCode: 404 });
    const mended = await place(id, ROWS, { quiet: 'yes' });
    expect(JSON.parse(mended.html)).toMatchObject({ isComplete: true });
  });

  it('keeps values that are not complete sealed, as those of forms are', async () => {
    const id = await draft();
    const wrong = ROWS.map((each) => ({
      ...each,
      ...('formula' in each && { formula: 'rent * ' }),
      ...(each.kind === 'number' && { value: '918273.5' }),
    }));
    await place(id, wrong, { quiet: 'yes' });
    const [kept] = await test.dataSource.query<{ text: string }[]>(
      'select unfinished::text as text from send_plans where signature_id = $1',
      [id],
    );
    expect(kept!.text).toContain('rent * ');
    expect(kept!.text).not.toContain('918273');
    expect((await owner.get(`signatures/${id}/fields`)).html).toContain('918273.5');
  });

  it('can have every format that forms know', async () => {
    const { html } = await owner.get(`signatures/${await draft()}/fields?rules`);
    const offered = [...html.matchAll(/<option value="([^"]+)">/g)].map(([, value]) => value!);
    const postal = POSTAL_CODE_COUNTRIES.map((country) => `postal_code:${country}`);
    expect(offered).toEqual(expect.arrayContaining(['email', 'phone', 'iban', 'url', ...postal]));
    expect(offered.filter((value) => value.startsWith('postal_code:'))).toHaveLength(postal.length);
    expect(html).toContain('<option value="postal_code:DE">Postal code (Germany)</option>');
  });
});

/** What a browser would send of the table's controls. */
function cellsIn(html: string): [string, string][] {
  const unescaped = (text: string) =>
    text
      .replace(/&#x([0-9A-F]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  const inputs = [...html.matchAll(/<input(?! type="checkbox")[^>]* name="(\w+-\d+)" value="([^"]*)"/g)];
  const boxes = [...html.matchAll(/<input type="checkbox" name="(\w+-\d+)" value="(\w+)" checked/g)];
  const areas = [...html.matchAll(/<textarea[^>]* name="(\w+-\d+)"[^>]*>([^<]*)</g)];
  const lists = [...html.matchAll(/<select[^>]* name="(\w+-\d+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name, options]) => ['', name!, /value="([^"]*)" selected/.exec(options!)?.[1] ?? ''],
  );
  return [...inputs, ...boxes, ...areas, ...lists].map(([, name, value]) => [name!, unescaped(value!)]);
}
