import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtForm, FIRST, script, states, widget } from '../../../test/support/built-forms.js';
import { definition, imported, one } from '../../../test/support/imported-forms.js';
import { pdfWithCatalog, streamBody, textPdf } from '../../../test/support/pdf-samples.js';
import { PROJECT_ROOT } from '../../platform/config/paths.js';
import { importForm } from './import-form.js';

const codeOf = async (pdf: Buffer) => {
  const found = await importForm(pdf);
  return found.ok ? 'imported' : found.code;
};

const reasonOf = async (entries: string, rectangle?: string) => {
  const { imported: fields, notImported } = await imported(
    builtForm([widget(`/T (a) ${entries}`, rectangle)]),
  );
  expect(fields).toEqual([]);
  return notImported[0]!.reason;
};

const TEXT = '/FT /Tx';
const LIST = '/FT /Ch /Opt [[(no) (Norway)] [(se) (Sweden)]]';
const COMBO = `${LIST} /Ff 131072`;
const PLACE = { page: 1, x: 20, y: 80, width: 100, height: 20 };

describe('boxes and buttons', () => {
  const box = (state: string, more = '', top = 320) =>
    widget(`/FT /Btn /T (a) ${states('Off', state)} ${more}`, `20 ${top - 10} 30 ${top}`);

  it('makes one checkbox of boxes that stand for the same', async () => {
    const { imported: fields } = await imported(builtForm([box('Yes'), box('Yes', '/AS /Yes', 220)]));
    expect(fields).toMatchObject([{ exportValue: 'Yes', field: { kind: 'checkbox', value: true } }]);
    expect(fields[0]!.field.places).toHaveLength(2);
    expect(fields[0]!.field).not.toHaveProperty('options');
  });

  it('makes alternatives of boxes that stand for different things', async () => {
    const { imported: fields } = await imported(
      builtForm([box('Yes', '/TU (Agreed)'), box('No', '/AS /No', 220), box('No', '', 120)]),
    );
    expect(fields[0]!.field).toMatchObject({
      ...{ kind: 'radio', required: false, value: 'No' },
      options: [
        { value: 'Yes', label: 'Yes' },
        { value: 'No', label: 'No' },
      ],
      places: [{ option: 'Yes' }, { option: 'No' }, { option: 'No' }],
    });
  });

  it('reads radio buttons', async () => {
    const kid = (state: string, more: string) => widget(`/Parent 4 0 R ${states('Off', state)} ${more}`);
    const bodies = (value: string) => [
      `<< /FT /Btn /Ff 49154 /T (a) /V /${value} /Kids [5 0 R 6 0 R] >>`,
      kid('m', '/TU (Monthly)'),
      kid('y', '/AS /y'),
    ];
    const numbers = { fields: [FIRST], annotations: [5, 6] };
    const { imported: fields } = await imported(builtForm(bodies('m'), numbers));
    expect(fields[0]!.field).toMatchObject({
      ...{ kind: 'radio', required: true, value: 'm' },
      options: [
        { value: 'm', label: 'Monthly' },
        { value: 'y', label: 'y' },
      ],
    });
    const { imported: others, warnings } = await imported(builtForm(bodies('w'), numbers));
    expect(others[0]!.field).not.toHaveProperty('value');
    expect(warnings).toEqual([{ code: 'value_not_in_options', name: 'a', detail: 'w' }]);
  });

  it('leaves out options without a place, and says so', async () => {
    const hidden = widget(`/FT /Btn /T (a) ${states('Off', 'No')}`).replace('/F 4', '/F 2');
    const { imported: fields, warnings } = await imported(builtForm([box('Yes'), hidden]));
    expect(fields[0]!.field.options).toEqual([{ value: 'Yes', label: 'Yes' }]);
    expect(warnings.map(({ code, detail }) => [code, detail])).toEqual([
      ['place_hidden', undefined],
      ['option_without_place', 'No'],
    ]);
  });
});

describe('choices', () => {
  it.each([
    [COMBO, { kind: 'choice', other: false }],
    [`${LIST} /Ff ${(1 << 17) + (1 << 18)} /V (Spain)`, { kind: 'choice', other: true, value: 'Spain' }],
    [`${LIST} /V (se)`, { kind: 'choice', other: false, value: 'se' }],
    [`${COMBO} /V (Sweden)`, { kind: 'choice', value: 'se' }],
    [`/FT /Ch /Ff ${(1 << 17) + (1 << 18)} /V (x)`, { kind: 'text' }],
  ])('reads %s', async (entries, expected) => {
    expect(await definition(entries)).toMatchObject(expected);
  });

  it('makes a box for each line of a list of which several can be chosen', async () => {
    expect(await definition(`${LIST} /Ff ${1 << 21} /V [(no) (se)]`)).toMatchObject({
      ...{ kind: 'checkboxes', value: ['no', 'se'] },
      places: [
        { ...PLACE, height: 10, option: 'no' },
        { ...PLACE, y: 90, height: 10, option: 'se' },
      ],
    });
  });

  it('says which values and options it does not keep', async () => {
    const unknown = await one(`${COMBO} /V (dk)`);
    expect([unknown.field.value, unknown.warnings]).toEqual([undefined, ['value_not_in_options dk']]);
    const { field, warnings } = await one('/FT /Ch /Ff 131072 /Opt [(x) ( ) (x) [() (None)]]');
    expect(field.options).toEqual([{ value: 'x', label: 'x' }]);
    expect(warnings).toEqual(['option_empty', 'option_repeated x', 'option_empty None']);
  });
});

it('makes a signature of an unsigned signature field', async () => {
  expect(await definition('/FT /Sig')).toEqual({
    key: 'a',
    kind: 'signature',
    label: 'a',
    help: '',
    places: [PLACE],
  });
});

describe('places', () => {
  it.each([
    ['-10 300 90 320', 'place_clipped page 1', { x: 0, width: 90 }],
    ['20 300 22 302', 'place_enlarged page 1', { x: 18, y: 96, width: 6, height: 6 }],
    ['298 398 300 400', 'place_enlarged page 1', { x: 294, y: 0, width: 6, height: 6 }],
  ])('are made to fit: %s', async (rectangle, warning, place) => {
    const { field, warnings } = await one(TEXT, rectangle);
    expect([field.places, warnings]).toEqual([[{ ...PLACE, ...place }], [warning]]);
  });

  it('say that their text is turned', async () => {
    expect((await one(`${TEXT} /MK << /R 90 >>`)).warnings).toEqual(['place_rotated 270']);
  });
});

describe('fields that are left out', () => {
  it.each([
    ['push_button', '/FT /Btn /Ff 65536', undefined],
    ['password', `${TEXT} /Ff ${1 << 13}`, undefined],
    ['file_select', `${TEXT} /Ff ${1 << 20}`, undefined],
    ['barcode', `${TEXT} /PMD << /Symbology /QRCode >>`, undefined],
    ['unknown_type', '', undefined],
    ['hidden', `${TEXT} /F 2`, undefined],
    ['hidden', `${TEXT} /F 32`, undefined],
    ['no_place', TEXT, '20 300 20 320'],
    ['no_place', TEXT, '500 300 600 320'],
    ['no_options', '/FT /Ch /Ff 131072', undefined],
    ['too_many_options', `/FT /Ch /Ff 131072 /Opt [${'(x)'.repeat(501)}]`, undefined],
    ['option_too_long', `/FT /Ch /Ff 131072 /Opt [(${'x'.repeat(201)})]`, undefined],
    ['options_do_not_fit', `/FT /Ch /Ff ${1 << 21} /Opt [(a) (b) (c) (d)]`, undefined],
    ['value_unreadable', `/FT /Btn /AP << /N << /x#E4 3 0 R /Off 3 0 R >> >> /Extra /x#F6`, undefined],
  ])('are reported: %s', async (reason, entries, rectangle) => {
    expect(await reasonOf(entries, rectangle)).toBe(reason);
  });

  it('are reported if their name is too long', async () => {
    const { imported: fields, notImported } = await imported(
      builtForm([widget(`${TEXT} /T (${'x'.repeat(1_001)})`)]),
    );
    expect([fields, notImported]).toEqual([[], [{ name: 'x'.repeat(200), reason: 'name_too_long' }]]);
  });

  it('are accounted for with those that are imported', async () => {
    const bodies = [TEXT, '/FT /Btn /Ff 65536', COMBO, '', `${TEXT} /Ff 8192`, '/FT /Sig'].map(
      (entries, index) => widget(`${entries} /T (f${index})`),
    );
    const found = await imported(builtForm(bodies));
    const all = [
      ...found.imported.map(({ pdfName }) => pdfName),
      ...found.notImported.map(({ name }) => name),
    ];
    expect(all.sort()).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5']);
  });

  it('do not take a name from others, nor hide that two fields have one', async () => {
    const { imported: fields, warnings } = await imported(
      builtForm([widget(`${TEXT} /T (a)`), widget('/FT /Btn /T (a)'), widget(`${TEXT} /T (A)`)]),
    );
    expect(fields.map(({ field, pdfName }) => [field.key, pdfName])).toEqual([
      ['a', 'a'],
      ['a_2', 'a'],
      ['a_3', 'A'],
    ]);
    expect(warnings).toEqual([{ code: 'name_of_two_kinds', name: 'a' }]);
  });
});

describe('what is removed', () => {
  const FIELD = widget(`${TEXT} /T (a)`);

  it('is counted', async () => {
    const scripted = widget(`${TEXT} /T (a) ${script('F', 'AFNumber_Format(2)')} /A << /S /ResetForm >>`);
    const opening = '/OpenAction << /S /JavaScript /JS (1) >>';
    const form = builtForm([scripted], {
      catalog: opening,
      form: '/XFA [(template) 5 0 R]',
      others: [streamBody('<template/>')],
    });
    expect((await imported(form)).removed).toEqual({ scripts: 2, actions: 1, xfa: true });
    expect((await imported(builtForm([FIELD]))).removed).toEqual({ scripts: 0, actions: 0, xfa: false });
  });

  it.each([
    [
      'form_signed',
      builtForm([widget('/FT /Sig /T (S) /V << /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>'), FIELD]),
    ],
    ['form_signed', builtForm([FIELD], { catalog: '/Perms << /DocMDP << /Type /Sig >> >>' })],
    ['form_xfa_dynamic', builtForm([FIELD], { catalog: '/NeedsRendering true', form: '/XFA []' })],
    ['form_xfa_dynamic', pdfWithCatalog('/AcroForm << /Fields [] /XFA 4 0 R >>', streamBody('<template/>'))],
    ['form_has_no_fields', pdfWithCatalog('/AcroForm << /Fields [] >>')],
    ['document_type_unsupported', Buffer.from('no document')],
    ['document_unreadable', Buffer.from('%PDF-1.7 and no more')],
  ])('may be too much: %s', async (code, pdf) => {
    expect(await codeOf(pdf)).toBe(code);
  });

  it('may be nothing, without a form', async () => {
    expect(await codeOf(await textPdf())).toBe('form_has_no_fields');
    expect(await codeOf(readFileSync(join(PROJECT_ROOT, 'docs/pictures/signing.png')))).toBe(
      'form_has_no_fields',
    );
  });
});
