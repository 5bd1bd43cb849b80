import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { builtForm, script, states, widget } from '../support/built-forms.js';
import { streamBody } from '../support/pdf-samples.js';
import { signForm } from '../support/request-forms.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { valuesByExportName } from '../support/sealed-values.js';
import { ANNA, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';

const MINUTES = 5 * 60_000;
const EURO = '\\376\\377\\040\\254';

/** A field of a PDF form, what is entered into the field that it becomes, and what its name then gives back. */
interface Case {
  name: string;
  kind: string;
  /** With `LOOK` for the object that draws a box. */
  entries: string;
  /** By the suffix of the control's name. */
  entered: Record<string, string>;
  given: string;
  value: unknown;
  /** The height of its widget, in points. */
  height?: number;
}

const CASES: readonly Case[] = [
  {
    ...{ name: 'Line', kind: 'text', entries: '/FT /Tx' },
    ...{ entered: { '': 'Zoë Ångström' }, given: 'Zoë Ångström', value: 'Zoë Ångström' },
  },
  {
    ...{ name: 'Lines', kind: 'text', entries: '/FT /Tx /Ff 4096', height: 40 },
    ...{ entered: { '': 'one\ntwo' }, given: 'one\ntwo', value: 'one\ntwo' },
  },
  {
    ...{ name: 'Comb', kind: 'text', entries: '/FT /Tx /Ff 16777216 /MaxLen 5' },
    ...{ entered: { '': 'A1B2C' }, given: 'A1B2C', value: 'A1B2C' },
  },
  {
    ...{
      name: 'Amount',
      kind: 'number',
      entries: `/FT /Tx ${script('F', 'AFNumber_Format(2, 0, 0, 0, "", true);')}`,
    },
    ...{ entered: { '': '1234.5' }, given: '1,234.50', value: '1234.5' },
  },
  {
    ...{ name: 'Rate', kind: 'number', entries: `/FT /Tx ${script('F', 'AFPercent_Format(1, 0);')}` },
    ...{ entered: { '': '12.5' }, given: '12.5\u00a0%', value: '12.5' },
  },
  {
    ...{
      name: 'Day',
      kind: 'chosen_date',
      entries: `/FT /Tx ${script('F', 'AFDate_FormatEx("mm/dd/yyyy");')}`,
    },
    ...{ entered: { '': '2026-03-01' }, given: '1 March 2026', value: '2026-03-01' },
  },
  {
    ...{ name: 'Box', kind: 'checkbox', entries: `/FT /Btn /AS /Off ${states('Off', 'Accepted')}` },
    ...{ entered: { '': '', '-0': 'yes' }, given: 'Accepted', value: true },
  },
  {
    ...{ name: 'Empty box', kind: 'checkbox', entries: `/FT /Btn /AS /Off ${states('Off', 'On')}` },
    ...{ entered: { '': '' }, given: 'Off', value: false },
  },
  {
    ...{
      name: 'Choice',
      kind: 'choice',
      entries: '/FT /Ch /Ff 131072 /Opt [[(DE) (Germany)] [(FR) (France)]]',
    },
    ...{ entered: { '': '1' }, given: 'FR', value: 'FR' },
  },
  {
    ...{ name: 'Open choice', kind: 'choice', entries: '/FT /Ch /Ff 393216 /Opt [(red) (blue)]' },
    ...{ entered: { '': 'other', '-other': 'green' }, given: 'green', value: 'green' },
  },
  {
    ...{
      name: 'List',
      kind: 'checkboxes',
      entries: '/FT /Ch /Ff 2097152 /Opt [(cat) (dog) (fish)]',
      height: 45,
    },
    ...{ entered: { '': '', '-0': 'yes', '-2': 'yes' }, given: 'cat, fish', value: ['cat', 'fish'] },
  },
  {
    ...{ name: 'Gr\\366\\337e', kind: 'text', entries: '/FT /Tx' },
    ...{ entered: { '': '180' }, given: '180', value: '180' },
  },
  {
    ...{ name: EURO, kind: 'text', entries: '/FT /Tx' },
    ...{ entered: { '': '12' }, given: '12', value: '12' },
  },
];

/** Number of the object that draws a box: after the page and the widgets. */
const LOOK = 4 + CASES.length;

function form(): Buffer {
  let top = 395;
  const bodies = CASES.map(({ name, entries, height = 18 }) => {
    top -= height + 4;
    return widget(
      `/T (${name}) ${entries.replaceAll('3 0 R', `${LOOK} 0 R`)}`,
      `20 ${top} 160 ${top + height}`,
    );
  });
  const look = streamBody('0 0 9 9 re S', '/Type /XObject /Subtype /Form /BBox [0 0 10 10]');
  return builtForm(bodies, { others: [look] });
}

describe('the values of an imported form', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  it(
    'come back from the sealed document under the names of its fields, whatever their kind',
    async () => {
      const path = `${SIGNATURES}/${await createDraft(acme.api, { type: 'fast' })}`;
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(form())], { type: 'application/pdf' }), 'Form.pdf');
      const people = { roles: [{ key: 'anna', order: 1 }], signers: { anna: ANNA.email } };
      body.set('form', JSON.stringify(people));
      const imported = await acme.api.post(`${path}/form/import`, body);
      expect([imported.status, imported.body.code]).toEqual([200, undefined]);
      const { fields } = imported.body.form as { fields: { key: string; kind: string }[] };
      expect(imported.body.report.notImported).toEqual([]);
      expect(fields.map(({ kind }) => kind)).toEqual(CASES.map(({ kind }) => kind));
      const names = (imported.body.report.imported as { pdfName: string }[]).map(({ pdfName }) => pdfName);

      const sent = await acme.api.post(`${path}/send`, { signers: [{ ...ANNA, locale: 'en' }] });
      expect([sent.status, sent.body.code]).toEqual([200, undefined]);
      const visitor = await visitorOf(test, acme.organizationId, sent.body.signers[0].id);
      const entries = CASES.flatMap(({ entered }, index) =>
        Object.entries(entered).map(([suffix, entry]) => [`entry-${fields[index]!.key}${suffix}`, entry]),
      );
      const { location, html } = await signForm(visitor, Object.fromEntries(entries));
      expect([location, location ? '' : html]).toEqual(['/done', '']);
      const status = async () => (await acme.api.get(`${path}/status`)).body.status as string;
      await until('the request is completed', async () => (await status()) === 'completed');

      const { items } = (await acme.api.get(`${path}/form-data`)).body as {
        items: { key: string; value: unknown }[];
      };
      expect(items.map(({ value }) => value)).toEqual(CASES.map(({ value }) => value));
      const signed = (await acme.api.get(`${path}/document/signed`)).body as Buffer;
      const given = valuesByExportName(signed);
      expect(names.map((name) => [name, given[name]])).toEqual(
        CASES.map(({ given: value }, index) => [names[index], value]),
      );
    },
    MINUTES,
  );
});
