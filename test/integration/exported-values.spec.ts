import { PDF } from '@libpdf/core';
import { RequestCopies } from '../../src/signatures/request-copies.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { builtForm, FIRST, states, widget } from '../support/built-forms.js';
import { textPdf } from '../support/pdf-samples.js';
import { signForm } from '../support/request-forms.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { buttonsOf, valuesByExportName } from '../support/sealed-values.js';
import { visitorOf } from '../support/signing-requests.js';
import { TEMPLATES } from '../support/templates.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { pdfText } from '../support/validators.js';

const ANNA = { email: 'anna@signers.test', name: 'Anna', order: 1 };
const PEOPLE = { roles: [{ key: 'anna', order: 1 }], signers: { anna: ANNA.email } };
const PDF_TYPE = { headers: { 'content-type': 'application/pdf' } };

const group = (entries: string, kids: readonly number[]) =>
  `<< ${entries} /Kids [${kids.map((number) => `${number} 0 R`).join(' ')}] >>`;
const kid = (parent: number, state: string) => widget(`/Parent ${parent} 0 R ${states('Off', state)}`);
const UNISON = 49152 + (1 << 25);
/** Every way in which the fields of a form call what is chosen. */
const BODIES = [
  widget(`/FT /Btn /T (Plan.Klar) /TM (plan) /TU (Is it clear?) ${states('Off', 'Ja#20klar')}`),
  widget(`/FT /Btn /T (Latin) ${states('Off', 'best#E4tigt')}`),
  widget(`/FT /Btn /T (Cyrillic) ${states('Off', '#D0#94#D0#B0')}`),
  widget(`/FT /Btn /T (Bytes) ${states('Off', 'Größe')}`),
  group('/FT /Btn /Ff 49152 /T (Numbered) /Opt [(rot) (gr\\374n) (rot)]', [9, 10, 11]),
  ...['0', '1', '2'].map((state) => kid(8, state)),
  group(`/FT /Btn /Ff ${UNISON} /T (Unison)`, [13, 14, 15]),
  ...['a', 'b', 'a'].map((state) => kid(12, state)),
  group('/FT /Btn /T (Alternatives)', [17, 18]),
  ...['Oui', 'Non'].map((state) => kid(16, state)),
  widget('/FT /Ch /Ff 131072 /T (State) /Opt [[(NY) (New York)] [( CA) (California)]]'),
  widget(
    '/FT /Ch /Ff 2097152 /T (Extras) /Opt [[(x\\374) (One)] [(z) (Two)] [(w) (Three)]]',
    '240 320 290 380',
  ),
];
/** Open to other answers. */
const OPEN = '/FT /Ch /Ff 393216 /T (Town) /Opt [[(ny) (New York)] [(la) (Los Angeles)]]';
const PARENTS = [8, 12, 16];
const numbers = BODIES.map((_, index) => FIRST + index);
const FORM = builtForm(BODIES, {
  fields: [4, 5, 6, 7, 8, 12, 16, 19, 20],
  annotations: numbers.filter((number) => !PARENTS.includes(number)),
});

const KEYS = [
  'plan_klar',
  'latin',
  'cyrillic',
  'bytes',
  'numbered',
  'unison',
  'alternatives',
  'state',
  'extras',
];
const TICKED = ['plan_klar', 'latin', 'cyrillic', 'bytes', 'extras'];
const ENTRIES: Record<string, string> = {
  ...Object.fromEntries(KEYS.map((key) => [`entry-${key}`, ''])),
  ...Object.fromEntries(TICKED.map((key) => [`entry-${key}-0`, 'yes'])),
  ...{ 'entry-extras-1': 'yes', 'entry-state': '1' },
  ...{ 'entry-numbered-pick': '1', 'entry-unison-pick': '0', 'entry-alternatives-pick': '1' },
};
const EXPORTED: [name: string, exported: string | string[]][] = [
  ['Plan.Klar', 'Ja klar'],
  ['Latin', 'bestätigt'],
  ['Cyrillic', 'Да'],
  ['Bytes', 'Größe'],
  ['Numbered', 'grün'],
  ['Unison', 'a'],
  ['Alternatives', 'Non'],
  ['State', ' CA'],
  ['Extras', ['xü', 'z']],
];

describe('what an imported form calls its values', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  async function importedDraft(form = FORM): Promise<string> {
    const { api } = acme;
    const path = `${SIGNATURES}/${await createDraft(api, { type: 'fast' })}`;
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(form)], { type: 'application/pdf' }), 'Form.pdf');
    body.set('form', JSON.stringify(PEOPLE));
    const answer = await api.post(`${path}/form/import`, body);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return path;
  }

  /** Sends a draft, unless it was, and has Anna fill it in. */
  async function completed(path: string, { isSent = false, entries = ENTRIES } = {}) {
    if (!isSent) {
      const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
      expect([sent.status, sent.body.code]).toEqual([200, undefined]);
    }
    const { body } = await acme.api.get(path);
    const visitor = await visitorOf(test, acme.organizationId, body.signers[0].id as number);
    await signForm(visitor, entries);
    const status = async () => (await acme.api.get(`${path}/status`)).body.status as string;
    await until('the request is completed', async () => (await status()) === 'completed');
  }

  const file = async (path: string) => (await acme.api.get(path)).body as Buffer;
  const exported = async (path: string) => {
    const { items } = (await acme.api.get(`${path}/form-data`)).body as {
      items: { pdfName: string; exportValue: unknown }[];
    };
    return items.map(({ pdfName, exportValue }) => [pdfName, exportValue]);
  };

  it('comes back in the sealed document and in the data of the form', async () => {
    const path = await importedDraft();
    const { body: form } = await acme.api.get(`${path}/form`);
    expect((form.fields as { key: string }[]).map(({ key }) => key)).toEqual(KEYS);
    await completed(path);
    expect(await exported(path)).toEqual(EXPORTED);
    const csv = (await file(`${path}/form-data?format=csv`)).toString();
    expect(csv).toContain('"Cyrillic","Да"');
    expect(csv).toContain('"Extras","xü; z"');
    const xfdf = (await file(`${path}/form-data?format=xfdf`)).toString();
    expect(xfdf).toContain('<field name="Plan"><field name="Klar"><value>Ja klar</value></field></field>');
    expect(xfdf).toContain('<field name="Numbered"><value>grün</value></field>');
    expect(xfdf).toContain('<field name="Extras"><value>xü</value><value>z</value></field>');

    const sealed = await file(`${path}/document/signed`);
    expect(valuesByExportName(sealed)).toMatchObject({
      ...{ 'Plan.Klar': 'Ja klar', Latin: 'bestätigt', Cyrillic: 'Да', Bytes: 'Größe', Numbered: '1' },
      ...{ Unison: 'a', Alternatives: 'Non', State: ' CA' },
    });
    const buttons = await buttonsOf(sealed);
    const named = (name: string) =>
      buttons.filter((each) => each.name === name).map(({ state, value }) => [state, value]);
    expect(named('Numbered')).toEqual([
      ['0', 'rot'],
      ['1', 'grün'],
      ['2', 'rot'],
    ]);
    expect(named('Unison')).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['a', 'a'],
    ]);
    expect(named('Cyrillic')).toEqual([['Да', 'Да']]);
  }, 120_000);

  it.each<[string, string, Record<string, string>]>([
    ['New York', 'ny', { 'entry-town': '0' }],
    ['Bath', 'Bath', { 'entry-town': 'other', 'entry-town-other': 'Bath' }],
  ])('is a text where other answers are possible, as it is drawn: %s', async (town, exportValue, entries) => {
    const path = await importedDraft(builtForm([widget(OPEN)]));
    await completed(path, { entries });
    expect(await exported(path)).toEqual([['Town', exportValue]]);
    const sealed = await file(`${path}/document/signed`);
    expect(valuesByExportName(sealed)).toMatchObject({ Town: town });
    expect(pdfText(sealed)).toContain(town);
  });

  it('stays when the form is changed, and what goes is named', async () => {
    const path = await importedDraft();
    const { body: form } = await acme.api.get(`${path}/form`);
    const { roles, fields, signers, imported } = form as {
      roles: object[];
      fields: { key: string }[];
      signers: object;
      imported: { key: string }[];
    };
    expect(imported.map(({ key }) => key)).toEqual(KEYS);
    expect(imported[0]).toEqual({
      ...{ key: 'plan_klar', pdfName: 'Plan.Klar', mappingName: 'plan', alternateName: 'Is it clear?' },
      exports: [{ state: 'Ja klar' }],
    });
    const others = fields.filter(({ key }) => key !== 'bytes').map((field) => ({ ...field, label: '' }));
    const put = await acme.api.put(`${path}/form`, { roles, fields: others, signers });
    expect(put.body).toMatchObject({
      imported: imported.filter(({ key }) => key !== 'bytes'),
      leftOut: [{ key: 'bytes', pdfName: 'Bytes' }],
    });
    await completed(path);
    expect(await exported(path)).toEqual(EXPORTED.filter(([name]) => name !== 'Bytes'));
    const id = Number(path.split('/').at(-1));
    const sent = (await trailOf(test.dataSource, id)).find(({ type }) => type === 'sent')!;
    expect(sent.data).toMatchObject({ formFieldsLeftOut: ['bytes'] });
    const sealed = await PDF.load(await file(`${path}/document/signed`));
    expect(Buffer.from(await sealed.save()).includes('(Is it clear?)')).toBe(true);
  }, 120_000);

  it('stays in templates of the request, and when its document is replaced', async () => {
    const path = await importedDraft();
    const saved = await acme.api.post(`${path}/template`, { name: 'Form' });
    expect([saved.status, saved.body.code]).toEqual([201, undefined]);
    const { body: zip } = await acme.api.get(`${TEMPLATES}/${saved.body.id}/export`);
    const archive = { headers: { 'content-type': 'application/zip' } };
    const { body: taken } = await acme.api.post(`${TEMPLATES}/import`, zip, archive);
    const template = `${TEMPLATES}/${taken.id}`;
    expect((await acme.api.post(`${template}/publish`, {})).status).toBe(200);
    const people = { roles: { anna: { email: ANNA.email, name: ANNA.name } } };
    const { body: sent } = await acme.api.post(`${template}/send`, people);
    await completed(`${SIGNATURES}/${sent.id}`, { isSent: true });
    expect(await exported(`${SIGNATURES}/${sent.id}`)).toEqual(EXPORTED);

    expect((await acme.api.put(`${path}/document`, await textPdf(1), PDF_TYPE)).status).toBe(200);
    const { body: form } = await acme.api.get(`${path}/form`);
    expect((form.imported as { key: string }[]).map(({ key }) => key)).toEqual(KEYS);
    const again = await acme.api.post(`${path}/template`, { name: 'Other document' });
    expect([again.status, again.body.code]).toEqual([201, undefined]);
    const sentAgain = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    expect(sentAgain.body.code).toBeUndefined();
    const copies = test.app.get(RequestCopies);
    const id = Number(path.split('/').at(-1));
    const { organizationId, userId } = acme;
    const caller = { organizationId, userId, ip: '127.0.0.1', userAgent: '' };
    const copy = `${SIGNATURES}/${await copies.copy(caller, id)}`;
    expect((await acme.api.get(`${copy}/form`)).body.imported).toEqual(form.imported);
  }, 120_000);
});
