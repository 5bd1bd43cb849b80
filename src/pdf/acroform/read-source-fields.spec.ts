import { PDF } from '@libpdf/core';
import { builtForm, FIRST, states, widget } from '../../../test/support/built-forms.js';
import { readSourceFields } from './read-source-fields.js';

const read = async (pdf: Buffer) => readSourceFields(await PDF.load(pdf), pdf);
const one = async (entries: string, parts: Parameters<typeof builtForm>[1] = {}, rectangle?: string) =>
  (await read(builtForm([widget(entries, rectangle)], parts)))[0]!;
const names = async (pdf: Buffer) => (await read(pdf)).map(({ name }) => name);
const hex = (text: string, encoding: BufferEncoding, mark: string) =>
  `<${mark}${Buffer.from(text, encoding).toString('hex')}>`;
const utf16 = (text: string) =>
  hex(Buffer.from(text, 'utf16le').swap16().toString('latin1'), 'latin1', 'feff');

describe('names of fields', () => {
  it.each([
    ['PDFDocEncoding', '(Stra\\337e \\240 \\222)', 'Straße € ™'],
    ['UTF-16', utf16('Größe 日本'), 'Größe 日本'],
    ['UTF-16 in the other order', hex('Größe', 'utf16le', 'fffe'), 'Größe'],
    ['UTF-8', hex('Größe 日本', 'utf8', 'efbbbf'), 'Größe 日本'],
    ['a code of its language', utf16('\u001ben\u001bSize'), 'Size'],
    ['half a character', '<feffd83d>', '\ufffd'],
  ])('reads %s', async (_, written, name) => {
    expect(await one(`/FT /Tx /T ${written}`)).toMatchObject({ name });
  });

  it('joins the names of a tree, and inherits what a place does not say', async () => {
    const [field] = await read(
      builtForm(
        [
          `<< /T (owner) /FT /Tx /Ff 3 /MaxLen 9 /DA (/Helv 9 Tf) /Q 2 /Kids [5 0 R] >>`,
          `<< /Parent 4 0 R /T (name) /V (Ann) /DV (Bob) /TU (Your name) /TM (n) /Kids [6 0 R] >>`,
          widget('/Parent 5 0 R'),
        ],
        { fields: [FIRST], annotations: [6] },
      ),
    );
    expect(field).toMatchObject({
      ...{ name: 'owner.name', type: 'text', flags: 3, maxLength: 9, alignment: 2, label: 'Your name' },
      ...{ mappingName: 'n', appearance: '/Helv 9 Tf', value: ['Ann'], defaultValue: ['Bob'] },
    });
    expect(field!.widgets).toMatchObject([{ page: 1, box: { x: 20, y: 80, width: 100, height: 20 } }]);
  });

  it('takes kids without a name for places of their field', async () => {
    const bodies = [
      '<< /T (a) /FT /Tx /Kids [5 0 R 6 0 R] >>',
      widget('/Parent 4 0 R'),
      widget('/Parent 4 0 R'),
    ];
    const fields = await read(builtForm(bodies, { fields: [FIRST], annotations: [5, 6] }));
    expect(fields.map(({ name, widgets }) => [name, widgets.length])).toEqual([['a', 2]]);
  });

  it('merges fields of the same name and type', async () => {
    const same = widget('/FT /Tx /T (a) /V (x)');
    const fields = await read(builtForm([same, widget('/FT /Btn /T (a)'), same, widget('/FT /Tx /T (a)')]));
    expect(fields.map(({ type, widgets, isUneven }) => [type, widgets.length, isUneven])).toEqual([
      ['text', 3, true],
      ['check', 1, false],
    ]);
    const unnamed = await read(builtForm([widget('/FT /Tx'), widget('/FT /Tx')]));
    expect(unnamed.map(({ name }) => name)).toEqual(['', '']);
  });
});

describe('places of fields', () => {
  it.each([
    ['upright', '', { x: 20, y: 80, width: 100, height: 20 }],
    ['turned right', '/Rotate 90', { x: 300, y: 20, width: 20, height: 100 }],
    ['upside down', '/Rotate 180', { x: 180, y: 300, width: 100, height: 20 }],
    ['turned left', '/Rotate -90', { x: 80, y: 180, width: 20, height: 100 }],
    ['cropped', '/CropBox [10 100 300 350]', { x: 10, y: 30, width: 100, height: 20 }],
    ['cropped and turned', '/CropBox [10 100 300 350] /Rotate 90', { x: 200, y: 10, width: 20, height: 100 }],
    ['in larger units', '/UserUnit 2', { x: 40, y: 160, width: 200, height: 40 }],
  ])('are as the page is shown: %s', async (_, page, box) => {
    const { widgets } = await one('/FT /Tx /T (a)', { page });
    expect(widgets[0]!.box).toEqual(box);
    const backwards = await one('/FT /Tx /T (a)', { page }, '120 320 20 300');
    expect(backwards.widgets[0]!.box).toEqual(box);
  });

  it.each([
    ['', '', 0],
    ['/MK << /R 90 >>', '', 270],
    ['/MK << /R 90 >>', '/Rotate 90', 0],
    ['', '/Rotate 90', 90],
  ])('say how their text is turned: %s on a page %s', async (look, page, rotation) => {
    expect((await one(`/FT /Tx /T (a) ${look}`, { page })).widgets[0]).toMatchObject({ rotation });
  });

  it('are found on the pages if the form does not list them', async () => {
    const bodies = ['<< /T (top) /FT /Tx >>', widget('/Parent 4 0 R /T (a)'), widget('/FT /Tx /T (lonely)')];
    const form = builtForm(bodies, { fields: [], annotations: [5, 6] });
    expect(await names(form)).toEqual(['top.a', 'lonely']);
  });

  it('are none if no page has them, whatever they say', async () => {
    const field = await one('/FT /Tx /T (a) /P 3 0 R', { annotations: [] });
    expect(field.widgets).toMatchObject([{ page: null, box: null }]);
  });

  it('are two for a widget on two pages', async () => {
    const two = await PDF.load(builtForm([widget('/FT /Tx /T (a)')]));
    const [page] = two.getPages();
    const copied = two.addPage({ width: 300, height: 400 });
    copied.dict.set('Annots', page!.dict.get('Annots')!);
    const bytes = Buffer.from(await two.save());
    const [field] = await read(bytes);
    expect(field!.widgets.map((each) => each.page)).toEqual([1, 2]);
  });

  it('belong to the first of two fields that have them', async () => {
    const bodies = ['<< /T (a) /FT /Tx /Kids [6 0 R] >>', '<< /T (b) /FT /Tx /Kids [6 0 R] >>', widget('')];
    const fields = await read(builtForm(bodies, { fields: [4, 5], annotations: [6] }));
    expect(fields.map(({ name, isContested, widgets }) => [name, isContested, widgets.length])).toEqual([
      ['a', true, 1],
    ]);
  });

  it('keep their parents if the form lists them first', async () => {
    const bodies = ['<< /T (a) /FT /Tx /Kids [5 0 R] >>', widget('/Parent 4 0 R /T (b)')];
    expect(await names(builtForm(bodies, { fields: [5, 4], annotations: [5] }))).toEqual(['a.b']);
  });
});

describe('states of boxes', () => {
  const stateOf = async (entries: string) => (await one(`/FT /Btn /T (a) ${entries}`)).widgets[0]!;

  it.each([
    ['its appearance', states('Off', 'On'), 'On', false],
    ['the appearance when pressed', '/AP << /D << /On 3 0 R >> >>', 'On', false],
    ['its own state', '/AS /Ja', 'Ja', true],
    ['the value of the field', '/V /Ja', 'Ja', true],
    ['nothing', '', 'Yes', false],
    ['one of several appearances', `${states('Off', 'A', 'B')} /AS /B`, 'B', true],
    ['a name that is not UTF-8', `${states('Off', 't#E4glich')} /AS /t#E4glich`, 'täglich', true],
  ])('are read from %s', async (_, entries, onState, isOn) => {
    expect(await stateOf(entries)).toMatchObject({ onState, exportValue: onState, isOn });
  });

  it('stand for the export values of the field, in the order of its kids', async () => {
    const kid = (state: string) => widget(`/Parent 4 0 R ${states('Off', state)}`);
    const bodies = [
      `<< /FT /Btn /Ff 49152 /T (a) /Opt [(Erste) ${utf16('二')}] /V /1 /Kids [5 0 R 6 0 R] >>`,
      ...[kid('0'), kid('1')],
    ];
    const [field] = await read(builtForm(bodies, { fields: [4], annotations: [6, 5] }));
    expect(field!.widgets.map(({ exportValue, isOn }) => [exportValue, isOn])).toEqual([
      ['二', true],
      ['Erste', false],
    ]);
  });
});

it('reads options with and without export values', async () => {
  const { options } = await one('/FT /Ch /Ff 131072 /T (a) /Opt [[(no) (Norway)] (Sweden) [(fi)] 5 0 R]', {
    others: ['[(dk) (Denmark)]'],
  });
  expect(options).toEqual([
    { value: 'no', label: 'Norway' },
    { value: 'Sweden', label: 'Sweden' },
    { value: 'fi', label: 'fi' },
    { value: 'dk', label: 'Denmark' },
  ]);
});
