import { builtForm, script, widget } from '../../../test/support/built-forms.js';
import { definition, imported, one } from '../../../test/support/imported-forms.js';
import { streamBody } from '../../../test/support/pdf-samples.js';

const TEXT = '/FT /Tx';
const COMB = 1 << 24;
const PLACE = { page: 1, x: 20, y: 80, width: 100, height: 20 };

describe('texts', () => {
  it('keeps what the form says about a text', async () => {
    const entries = `${TEXT} /Ff 2 /MaxLen 30 /V (Ann  Lee) /TU (Your name) /TM (n) /DA (/Helv 9.5 Tf 0 g) /Q 1`;
    expect(await one(entries)).toEqual({
      ...{ pdfName: 'a', mappingName: 'n', alternateName: 'Your name', warnings: [] },
      ...{ alignment: 'center', fontSize: 9.5 },
      field: {
        ...{ key: 'a', kind: 'text', label: 'Your name', help: '', places: [PLACE] },
        ...{ required: true, readOnly: false, value: 'Ann Lee', validation: { lines: 1, maxLength: 30 } },
      },
    });
  });

  it.each([
    [`${TEXT}`, { lines: 1, maxLength: 200 }],
    [`${TEXT} /Ff 4096 /V (a\\nb)`, { lines: 'many', maxLength: 2000 }],
    [`${TEXT} /Ff ${COMB} /MaxLen 9`, { lines: 1, cells: 9 }],
    [`${TEXT} /Ff ${COMB}`, { lines: 1, maxLength: 200 }],
    [`${TEXT} /Ff ${COMB + 4096} /MaxLen 9`, { lines: 'many', maxLength: 9 }],
    [`${TEXT} /MaxLen 5000`, { lines: 1, maxLength: 1000 }],
    [`${TEXT} /V (${'x'.repeat(300)})`, { lines: 1, maxLength: 300 }],
  ])('reads the rules of %s', async (entries, validation) => {
    const field = await definition(entries);
    expect([field.kind, field.validation]).toEqual(['text', validation]);
  });

  it('says what it does not keep', async () => {
    const long = await one(`${TEXT} /MaxLen 2 /V (abc)`);
    expect([long.field.value, long.warnings]).toEqual([undefined, ['value_too_long abc']]);
    expect((await one(`${TEXT} /Ff ${COMB} /MaxLen 101`)).warnings).toEqual(['cells_not_kept']);
    expect((await one(`${TEXT} /Ff ${1 << 25}`)).warnings).toEqual(['rich_text_as_plain']);
  });

  it('keeps a read-only value as one', async () => {
    expect(await definition(`${TEXT} /Ff 1 /V (x)`)).toMatchObject({ readOnly: true, value: 'x' });
  });

  it('begins the label with long words, and keeps them as help', async () => {
    const words = 'Enter the amount of your wages '.repeat(8).trim();
    const { label, help } = await definition(`${TEXT} /TU (${words})`);
    expect([label.length <= 100, words.startsWith(label.slice(0, -1)), label.at(-1)]).toEqual([
      true,
      true,
      '…',
    ]);
    expect(help).toBe(words);
    expect(
      (await imported(builtForm([widget(`${TEXT} /T (form.page.city)`)]))).imported[0]!.field.label,
    ).toBe('city');
  });
});

describe('scripts of texts', () => {
  it.each([
    [
      'AFDate_FormatEx("mm/dd/yyyy");',
      '(12/31/2025)',
      { kind: 'chosen_date', value: '2025-12-31', validation: {} },
    ],
    ['AFDate_Format(1)', '()', { kind: 'chosen_date', validation: {} }],
    [
      'AFNumber_Format(2, 0, 0, 0, "$", true);',
      '(1234.50)',
      { kind: 'number', value: '1234.5', validation: { decimals: 2, unit: '$' } },
    ],
    [
      'AFPercent_Format(1, 0);',
      '(0.155)',
      { kind: 'number', value: '15.5', validation: { decimals: 1, unit: '%' } },
    ],
    [
      'AFPercent_Format(0, 0);',
      '(-2)',
      { kind: 'number', value: '-200', validation: { decimals: 0, unit: '%' } },
    ],
  ])('recognizes %s', async (text, value, expected) => {
    for (const event of ['F', 'K']) {
      const written = event === 'F' ? text : text.replace('_Format', '_Keystroke');
      expect(await definition(`${TEXT} /V ${value} ${script(event, written)}`)).toMatchObject(expected);
    }
  });

  it('reads scripts in streams, and limits of numbers', async () => {
    const events =
      '/AA << /F << /S /JavaScript /JS 5 0 R >> /V << /S /JavaScript /JS (AFRange_Validate\\(true, -5, true, 99.5\\);) >> >>';
    const { imported: fields } = await imported(
      builtForm([widget(`${TEXT} /T (a) ${events}`)], {
        others: [streamBody('AFNumber_Format(1, 2, 0, 0, "", false);')],
      }),
    );
    expect(fields[0]!.field.validation).toEqual({ decimals: 1, min: '-5', max: '99.5' });
  });

  it.each([
    ['F', 'AFTime_Format(0)', ['format_not_kept AFTime_Format']],
    ['F', 'AFDate_FormatEx("mm/yy")', ['format_not_kept AFDate_FormatEx']],
    ['F', 'event.value = 1', ['script_not_recognized format']],
    ['K', 'AFNumber_Format(2); app.alert(1)', ['script_not_recognized keystroke']],
    ['V', 'AFRange_Validate(true, 1, true, 9)', ['script_not_recognized validate']],
    ['C', 'event.value = 1', ['calculation_not_recognized']],
  ])('says which script it does not understand: %s %s', async (event, text, warnings) => {
    const found = await one(`${TEXT} ${script(event, text)}`);
    expect([found.field.kind, found.warnings]).toEqual(['text', warnings]);
  });

  it.each([
    ['AFDate_FormatEx("mm/dd/yyyy")', '(soon)', 'value_not_a_date soon'],
    ['AFNumber_Format(2)', '(much)', 'value_not_a_number much'],
    ['AFNumber_Format(0)', '(1.5)', 'value_not_a_number 1.5'],
  ])('reports a value that %s does not allow: %s', async (text, value, warning) => {
    const found = await one(`${TEXT} /V ${value} ${script('F', text)}`);
    expect([found.field.value, found.warnings]).toEqual([undefined, [warning]]);
  });
});

describe('calculations', () => {
  const text = (name: string, more = '') => widget(`${TEXT} /T (${name}) ${more}`);
  const number = (name: string) => text(name, script('F', 'AFNumber_Format(2)'));
  const total = (call: string, name = 'total') => text(name, script('C', call));

  it.each([
    ['AFSimple_Calculate("SUM", new Array ("x", "y"));', 'sum(x, y)'],
    ['AFSimple_Calculate("AVG", ["x", "y"]);', 'sum(x, y) / 2'],
    ['AFSimple_Calculate("PRD", "x, y");', 'x * y'],
    ['AFSimple_Calculate("MIN", ["x"]);', 'min(x)'],
    ['AFSimple_Calculate("MAX", ["lines"]);', 'max(lines_a, lines_b)'],
  ])('proposes a formula for %s', async (call, formula) => {
    const form = builtForm([
      number('x'),
      number('y'),
      number('lines.a'),
      text('lines.b', '/V (5)'),
      total(call),
    ]);
    const { calculations, imported: fields, warnings } = await imported(form);
    expect(calculations).toMatchObject([{ name: 'total', key: 'total', formula }]);
    expect(fields.at(-1)!.field).toEqual({
      ...{ key: 'total', kind: 'formula', label: 'total', help: '', places: [PLACE] },
      ...{ required: false, formula, validation: {} },
    });
    expect(warnings).toEqual([]);
  });

  it('makes numbers of texts that are calculated with', async () => {
    const form = builtForm([
      text('x', '/V (5)'),
      text('y', '/V (five)'),
      total('AFSimple_Calculate("SUM", ["x", "y"])'),
    ]);
    const { imported: fields, warnings } = await imported(form);
    expect(fields.map(({ field }) => [field.kind, field.value])).toEqual([
      ['number', '5'],
      ['number', undefined],
      ['formula', undefined],
    ]);
    expect(warnings).toEqual([{ code: 'value_not_a_number', name: 'y', detail: 'five' }]);
  });

  it('counts percentages in hundredths', async () => {
    const percent = (name: string, calculation = '') =>
      text(name, `/AA << /F << /S /JavaScript /JS (AFPercent_Format\\(0, 0\\)) >> ${calculation} >>`);
    const sum = '/C << /S /JavaScript /JS (AFSimple_Calculate\\("SUM", ["x", "y"]\\)) >>';
    const { calculations } = await imported(builtForm([percent('x'), number('y'), percent('total', sum)]));
    expect(calculations[0]!.formula).toBe('(sum(x / 100, y)) * 100');
  });

  it.each([
    ['an unknown operand', 'AFSimple_Calculate("SUM", ["x", "z"])', 'calculation_operand_unknown'],
    ['an operand that is no number', 'AFSimple_Calculate("SUM", ["agreed"])', 'calculation_operand_unknown'],
    ['another function', 'AFSimple_Calculate("MOD", ["x"])', 'calculation_not_recognized'],
    ['itself', 'AFSimple_Calculate("SUM", ["x", "total"])', 'calculation_circular'],
  ])('proposes nothing for %s', async (_, call, code) => {
    const form = builtForm([number('x'), widget('/FT /Btn /T (agreed)'), total(call)]);
    const { calculations, imported: fields, warnings } = await imported(form);
    expect([calculations, warnings.map((each) => each.code)]).toEqual([[], [code]]);
    expect(fields.at(-1)!.field.kind).toBe('text');
  });

  it('proposes nothing for what goes round in a circle, and what depends on it', async () => {
    const sum = (of: string, name: string) => total(`AFSimple_Calculate("SUM", ["${of}"])`, name);
    const { calculations } = await imported(
      builtForm([number('x'), sum('b', 'a'), sum('a', 'b'), sum('a', 'c'), sum('x', 'd'), sum('d', 'e')]),
    );
    expect(calculations.map(({ formula }) => formula)).toEqual(['sum(x)', 'sum(d)']);
  });
});
