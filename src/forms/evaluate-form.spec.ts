import { field, formOf, type Members, placesOf, rulesOfFaults } from '../../test/support/forms.js';
import { evaluateForm, type Filled, type FormResult, type Reader } from './evaluate-form.js';
import { MAX_FAULTS } from './form-fault.js';

const READER: Reader = { today: '2026-03-01', locale: 'en' };
const OPTIONS = ['red', 'green', 'blue'];
const CHOICES = OPTIONS.map((value) => ({ value }));
const group = (validation: Members) =>
  field('a', 'checkboxes', {
    ...{ options: CHOICES, places: placesOf(...OPTIONS) },
    validation,
  });
const evaluated = (fields: Members[], filled: Filled, reader: Partial<Reader> = {}) =>
  evaluateForm(formOf(...fields), filled, { ...READER, ...reader });
const only = ({ fields }: FormResult) => fields[0]!;

it('finds nothing wrong with a fixed day that was right when the form was sent', () => {
  const day = { validation: { min: 'today' }, value: READER.today };
  const fixed = evaluated(
    [field('a', 'chosen_date', { ...day, readOnly: true })],
    {},
    { today: '2026-03-02' },
  );
  expect(only(fixed)).toMatchObject({ value: READER.today, faults: [] });
  const suggested = evaluated([field('a', 'chosen_date', day)], {}, { today: '2026-03-02' });
  expect(rulesOfFaults(suggested.faults)).toEqual(['entry_out_of_range min 2026-03-02']);
});

describe('what is filled in', () => {
  it.each<[string, Members, string | string[], unknown]>([
    ['a number', field('a', 'number'), '1,234.50', '1234.5'],
    ['a currency', field('a', 'number', { validation: { currency: 'EUR' } }), '€ 5', '5'],
    ['a day', field('a', 'chosen_date'), '2026-3-7', '2026-03-07'],
    ['a ticked box', field('a', 'checkbox'), 'on', true],
    ['an unticked box', field('a', 'checkbox'), '', false],
    ['one of several boxes', group({}), 'red', ['red']],
    ['several boxes', group({}), ['blue', '', 'red'], ['red', 'blue']],
    ['no choice', field('a', 'choice', { options: CHOICES }), '', null],
  ])('is read as typed: %s', (_, definition, entry, value) => {
    const result = only(evaluated([{ ...definition, required: false }], { entries: { a: entry } }));
    expect(result).toMatchObject({ value, faults: [] });
  });

  it.each<[string, string, string[]]>([
    ['abc', 'en', ['entry_not_a_number']],
    ['1.234', 'en', []],
    ['1.234', 'es', ['entry_ambiguous']],
    ['9'.repeat(35), 'en', ['value_invalid digits 34']],
  ])('is a typed number: %s in %s', (entry, locale, expected) => {
    const { faults } = evaluated([field('a', 'number')], { entries: { a: entry } }, { locale });
    expect(rulesOfFaults(faults).map((each) => each.replace(' kind', ''))).toEqual(expected);
  });

  it('offers both readings of an ambiguous number, and has none of them', () => {
    const result = only(evaluated([field('a', 'number')], { entries: { a: '1.234' } }, { locale: 'de' }));
    expect(result.value).toBeNull();
    expect(result.faults[0]).toMatchObject({ path: 'entries.a', readings: ['1234', '1.234'] });
  });

  it.each(['text', 'number', 'chosen_date', 'checkbox', 'initials', 'image', 'attachment'])(
    'may be demanded of a %s',
    (kind) => {
      const fields = [field('a', kind, { required: true })];
      expect(rulesOfFaults(evaluated(fields, {}).faults)).toEqual(['entry_required']);
      expect(rulesOfFaults(evaluated(fields, { values: { a: null } }).faults)).toEqual(['entry_required']);
    },
  );

  it('may stay away where it is not required, whatever else is demanded of it', () => {
    const rules = { min: 5, step: 2 };
    expect(evaluated([field('a', 'number', { required: false, validation: rules })], {}).faults).toEqual([]);
    expect(evaluated([group({ exactly: 2 })], {}).faults).toEqual([]);
  });

  it('replaces a suggestion, which otherwise stands', () => {
    const fields = [field('a', 'text', { value: 'Berlin', required: false })];
    expect(only(evaluated(fields, {})).value).toBe('Berlin');
    expect(only(evaluated(fields, { entries: { a: 'Hamburg' } })).value).toBe('Hamburg');
    expect(only(evaluated(fields, { entries: { a: '' } })).value).toBeNull();
    expect(only(evaluated(fields, { values: { a: 'Bonn' }, entries: { a: 'Köln' } })).value).toBe('Köln');
  });

  it('never replaces the value of a read-only field', () => {
    const fields = [field('a', 'number', { value: '5.0', readOnly: true })];
    expect(only(evaluated(fields, { entries: { a: '7' } }))).toMatchObject({ value: '5', faults: [] });
    expect(only(evaluated(fields, { values: { a: 5 } }))).toMatchObject({ value: '5', faults: [] });
    expect(rulesOfFaults(evaluated(fields, { values: { a: 7 } }).faults)).toEqual(['value_read_only']);
  });

  it('must belong to a field', () => {
    const { faults } = evaluated([field('a', 'text', { required: false })], {
      values: { b: 1, constructor: 2 },
      entries: { c: 'x' },
    });
    expect(faults.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'value_unknown_field values.b',
      'value_unknown_field values.constructor',
      'value_unknown_field entries.c',
    ]);
  });
});

describe('hidden fields', () => {
  const fields = [
    field('married', 'checkbox'),
    field('spouse', 'text', { showIf: { field: 'married', is: true } }),
    field('children', 'number', { showIf: { field: 'spouse', notEmpty: true } }),
    field('total', 'formula', { formula: 'sum(children, 1)', validation: { decimals: 0 } }),
    field('note', 'label', { text: 'x', showIf: { field: 'children', isNot: 3 } }),
  ];
  const filled = { values: { spouse: 'Zoë', children: 'none' } };

  it('are not required, have no value and no faults, and are empty to others', () => {
    const { fields: results, faults } = evaluated(fields, filled);
    expect(faults).toEqual([]);
    expect(results.map(({ key, isShown, value, isDropped }) => [key, isShown, value, isDropped])).toEqual([
      ['married', true, false, false],
      ['spouse', false, null, true],
      ['children', false, null, true],
      ['total', true, '1', false],
      ['note', true, null, false],
    ]);
  });

  it('appear with their faults', () => {
    const { fields: results, faults } = evaluated(fields, { ...filled, entries: { married: 'yes' } });
    expect(results.map(({ isShown }) => isShown)).toEqual([true, true, true, true, true]);
    expect(rulesOfFaults(faults)).toEqual(['value_invalid kind']);
  });

  it('drop neither suggestions nor what is empty', () => {
    const suggested = fields.map((each) => (each.key === 'spouse' ? { ...each, value: 'Zoë' } : each));
    const { fields: results } = evaluated(suggested, { values: { children: '' } });
    expect(results.some(({ isDropped }) => isDropped)).toBe(false);
  });
});

describe('formulas of a form', () => {
  const numbers = ['a', 'b'].map((key) => field(key, 'number', { required: false }));
  const resultOf = (formula: string, values: Members, more: Members = {}) =>
    evaluated([field('f', 'formula', { formula, ...more }), ...numbers], { values });

  it('are rounded half to even to their decimals', () => {
    const rounded = { validation: { decimals: 2 } };
    expect(only(resultOf('a / b', { a: 1, b: 8 }, rounded)).value).toBe('0.12');
    expect(only(resultOf('a / b', { a: 1, b: 3 })).value).toBe(`0.${'3'.repeat(34)}`);
  });

  it('are empty with an empty operand, which is a fault only if they are required', () => {
    expect(only(resultOf('a + b', { a: 1 }))).toMatchObject({ value: null, faults: [] });
    expect(rulesOfFaults(resultOf('a + b', { a: 1 }, { required: true }).faults)).toEqual(['entry_required']);
  });

  it.each([
    ['a / b', { a: 1, b: 0 }, 'divides by zero'],
    ['a * a * 10', { a: '9'.repeat(20), b: 0 }, 'has more than 34 digits'],
    ['a * a * a', { a: '9'.repeat(34), b: 0 }, 'has more than 34 digits'],
  ])('have no result: %s', (formula, values, problem) => {
    const { faults } = resultOf(formula, values);
    expect(faults).toMatchObject([{ code: 'formula_no_result', key: 'f' }]);
    expect(faults[0]!.message).toContain(problem);
  });

  it('take no other value', () => {
    expect(only(resultOf('a', { a: 2, f: 2 }))).toMatchObject({ value: '2', faults: [] });
    expect(rulesOfFaults(resultOf('a', { a: 2, f: 5 }).faults)).toEqual(['value_read_only']);
  });
});

describe('an evaluation', () => {
  const fields = [
    field('a', 'number', { validation: { max: 10 } }),
    field('b', 'text', { role: 'second', showIf: { field: 'a', gt: 5 } }),
    field('c', 'chosen_date', { validation: { min: 'today' } }),
  ];

  it('checks the fields of one role, and takes the others as they were left', () => {
    const values = { a: 99, c: '2020-01-01' };
    expect(rulesOfFaults(evaluated(fields, { values }, { role: 'second' }).faults)).toEqual([
      'entry_required',
    ]);
    expect(rulesOfFaults(evaluated(fields, { values }, { role: 'first' }).faults)).toEqual([
      'entry_out_of_range max 10',
      'entry_out_of_range min 2026-03-01',
    ]);
  });

  it.each(['', '2026-02-30', 'today'])('demands a day for today: %j', (today) => {
    expect(() => evaluated(fields, {}, { today })).toThrow(RangeError);
  });

  it('of a chain of 1,000 fields in reverse takes one pass', () => {
    const key = (index: number) => `f${index}`;
    const chain = Array.from({ length: 1_000 }, (_, index) =>
      field(key(index), 'checkbox', {
        required: true,
        ...(index > 0 && { showIf: { field: key(index - 1), is: true } }),
      }),
    ).reverse();
    const all = Object.fromEntries(chain.map((each) => [each.key, true]));
    const form = formOf(...chain);
    const shown = (values: Members) =>
      evaluateForm(form, { values }, READER).fields.filter(({ isShown }) => isShown).length;
    expect(shown(all)).toBe(1_000);
    expect(shown({ ...all, f499: false })).toBe(500);
    expect(form.steps.map(({ field: each }) => each.key)).toEqual(chain.map((each) => each.key).reverse());
    expect(evaluateForm(form, {}, READER).faults).toHaveLength(1);
  });

  it('lists 100 faults at most', () => {
    const many = Array.from({ length: 200 }, (_, index) => field(`f${index}`, 'text'));
    expect(evaluated(many, {}).faults).toHaveLength(MAX_FAULTS);
  });
});
