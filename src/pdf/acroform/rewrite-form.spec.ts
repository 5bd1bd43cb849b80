import { PDF, type PdfRef } from '@libpdf/core';
import { builtForm, script, states, widget } from '../../../test/support/built-forms.js';
import { streamBody } from '../../../test/support/pdf-samples.js';
import { inspectDocument } from '../inspection/inspect-document.js';
import { reachable } from '../structure/reachable.js';
import { rewriteForm } from './rewrite-form.js';

/** The document without its form. */
async function rewritten(form: Buffer): Promise<PDF> {
  const found = await rewriteForm(form);
  if (!found.ok) throw new Error(found.code);
  expect(await inspectDocument(found.pdf)).toMatchObject({ ok: true });
  return PDF.load(found.pdf);
}

/** What is painted on the first page, with what it paints. */
function painted(pdf: PDF): { content: string; looks: string[] } {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const page = pdf.getPages()[0]!;
  const { getContentBytes } = page as unknown as { getContentBytes(): Uint8Array };
  const content = Buffer.from(getContentBytes.call(page)).toString('latin1');
  const looks = page.dict.getDict('Resources', resolve)?.getDict('XObject', resolve);
  const names = [...(looks?.keys() ?? [])];
  const texts = names.map((name) => {
    const look = looks!.get(name, resolve) as unknown as { getDecodedData(): Uint8Array };
    return Buffer.from(look.getDecodedData()).toString('latin1');
  });
  return { content, looks: texts };
}

const BORDER = '/MK << /BC [1 0 0] >>';

it('leaves no field, no script and no action on fields', async () => {
  const pdf = await rewritten(
    builtForm(
      [
        widget(`/FT /Tx /T (a) ${script('K', 'app.alert(1)')}`),
        widget('/FT /Btn /Ff 65536 /T (b) /A << /S /ResetForm >>', '20 200 60 220'),
        '<< /Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [20 100 60 120] /A << /S /SubmitForm /F (x) >> >>',
      ],
      { fields: [4, 5], form: '/CO [4 0 R]', catalog: '/OpenAction << /S /JavaScript /JS (1) >>' },
    ),
  );
  const left = [...reachable(pdf)].filter((dict) => ['FT', 'JS', 'A', 'AA'].some((key) => dict.has(key)));
  expect(left).toEqual([]);
  expect(pdf.getCatalog().has('AcroForm')).toBe(false);
});

it('paints what is left of fields into the page, in its own coordinates', async () => {
  const { content, looks } = painted(
    await rewritten(
      builtForm(
        [
          widget(`/FT /Tx /T (a) /V (secret) ${BORDER}`),
          widget(`/FT /Tx /T (b) ${BORDER}`, '20 200 120 220'),
          widget(`/FT /Tx /T (c) /F 2`, '20 100 120 120'),
        ],
        { page: '/Contents 7 0 R', others: [streamBody('2 0 0 2 5 5 cm q BT')] },
      ),
    ),
  );
  expect(content).toMatch(
    /^q\s+2 0 0 2 5 5 cm q BT\s+ET Q Q\s+q 1 0 0 1 20 300 cm \/Form0 Do Q\s+q 1 0 0 1 20 200 cm/,
  );
  expect(looks).toHaveLength(1);
  expect(looks[0]).toMatch(/1 0 0 RG/);
});

it('is not moved by content that restores what it did not save', async () => {
  const { content } = painted(
    await rewritten(
      builtForm([widget(`/FT /Tx /T (a) ${BORDER}`)], {
        page: '/Contents 5 0 R',
        others: [streamBody('2 0 0 2 5 5 cm Q Q 0 0 9 9 re f')],
      }),
    ),
  );
  expect(content).toMatch(/^q\s+2 0 0 2 5 5 cm\s+0 0 9 9 re f\s+Q\s+q 1 0 0 1 20 300 cm/);
});

it('keeps what boxes draw while they are not ticked, and what is not imported', async () => {
  const off = streamBody('0 0 9 9 re S', '/Type /XObject /Subtype /Form /BBox [0 0 10 10]');
  const { looks } = painted(
    await rewritten(
      builtForm(
        [
          widget(`/FT /Btn /T (a) /AS /Yes ${states('Off', 'Yes').replaceAll('3 0 R', '6 0 R')}`),
          widget('/FT /Tx /Ff 8192 /T (b) /V (abc)', '20 200 120 220'),
        ],
        { others: [off] },
      ),
    ),
  );
  expect(looks).toHaveLength(2);
  expect(looks[0]).toContain('0 0 9 9 re S');
  expect(looks[1]).toMatch(/Tj|TJ/);
});

/** Two radio buttons whose states have these names, and an appearance each. */
const alternatives = (one: string, other: string, page = '') =>
  builtForm(
    [
      '<< /FT /Btn /Ff 49152 /T (choice) /Kids [5 0 R 6 0 R] >>',
      widget(`/Parent 4 0 R /AS /Off ${states(one).replaceAll('3 0 R', '7 0 R')}`, '20 300 32 312'),
      widget(`/Parent 4 0 R /AS /Off ${states(other).replaceAll('3 0 R', '7 0 R')}`, '20 200 32 212'),
    ],
    {
      page,
      fields: [4],
      annotations: [5, 6],
      others: [streamBody('0 0 9 9 re S', '/Type /XObject /Subtype /Form /BBox [0 0 10 10]')],
    },
  );

it.each([
  ['with escapes', alternatives('Ja#e4', 'Nein#f6'), ['Jaä', 'Neinö']],
  [
    'without',
    Buffer.from(alternatives('Ja@', 'Nein').toString('latin1').replaceAll('Ja@', 'Ja\xe4'), 'latin1'),
    ['Jaä', 'Nein'],
  ],
])('takes out states whose names are in Latin-1, %s', async (_, form, values) => {
  const found = await rewriteForm(form);
  if (!found.ok) throw new Error(`${found.code} ${(found as { fault?: string }).fault}`);
  expect(found.report.imported[0]!.field).toMatchObject({
    kind: 'radio',
    options: values.map((value) => ({ value })),
  });
  expect(await inspectDocument(found.pdf)).toMatchObject({ ok: true });
});

it('refuses other names that are not in UTF-8, and says so', async () => {
  const found = await rewriteForm(alternatives('Ja#e4', 'Nein#f6', '/Gr#f6#dfe 7'));
  expect(found).toMatchObject({
    ok: false,
    code: 'document_ambiguous',
    message: expect.stringContaining('other than UTF-8'),
  });
});
