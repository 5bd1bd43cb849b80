import { PICTURE, PLACE, placesOf, placesOfFaults } from '../../test/support/forms.js';
import { type FormField, type FormValue } from './form-definition.js';
import { prefillForm } from './prefill-form.js';
import { readForm } from './read-form.js';
import { readEntry } from './read-value.js';
import { entryOf, listedValue, showValue } from './show-value.js';

const OPTIONS = [
  { value: 'a', label: 'Apple' },
  { value: 'b', label: 'Pear' },
];
const FIELDS = [
  { key: 'name', kind: 'text' },
  { key: 'iban', kind: 'text', validation: { format: 'iban' } },
  { key: 'rent', kind: 'number', validation: { decimals: 2, currency: 'EUR' } },
  { key: 'weight', kind: 'number', validation: { unit: 'kg' } },
  { key: 'day', kind: 'chosen_date', validation: { min: 'today' } },
  { key: 'agree', kind: 'checkbox' },
  { key: 'fruit', kind: 'choice', options: OPTIONS, other: true },
  {
    key: 'fruits',
    kind: 'checkboxes',
    options: OPTIONS,
    places: placesOf('a', 'b'),
  },
  { key: 'total', kind: 'formula', formula: 'rent * 12', validation: { decimals: 2, currency: 'EUR' } },
  { key: 'photo', kind: 'image' },
  { key: 'proofs', kind: 'attachment', validation: { max: 2 } },
  { key: 'sign', kind: 'signature' },
].map((each) => ({ role: 'a', places: [PLACE], ...each }));
const { form } = readForm({ roles: [{ key: 'a', order: 1 }], fields: FIELDS });
const fieldOf = (key: string): FormField => form!.definition.fields.find((each) => each.key === key)!;

describe('values', () => {
  it.each<[string, FormValue | null, string, string]>([
    ['name', 'Anna', 'en', 'Anna'],
    ['name', null, 'en', ''],
    ['iban', 'DE89370400440532013000', 'de', 'DE89 3704 0044 0532 0130 00'],
    ['rent', '1234.5', 'de', '1.234,50\u00a0EUR'],
    ['rent', '1234.5', 'en', '1,234.50\u00a0EUR'],
    ['total', '14814', 'fr', '14\u202f814,00\u00a0EUR'],
    ['weight', '0.5', 'pl', '0,5\u00a0kg'],
    ['day', '2026-03-01', 'en', '1 March 2026'],
    ['day', '2026-03-01', 'de', '1. März 2026'],
    ['agree', true, 'en', ''],
    ['fruit', 'a', 'en', 'Apple'],
    ['fruit', 'Cherry', 'en', 'Cherry'],
    ['fruits', ['a', 'b'], 'en', 'Apple, Pear'],
    ['photo', PICTURE, 'en', ''],
    ['sign', null, 'en', ''],
  ])('are shown: %s %j in %s', (key, value, locale, text) => {
    expect(showValue(fieldOf(key), value, locale)).toBe(text);
  });

  it('are listed with the names of files', () => {
    const files = [
      { ...PICTURE, name: 'a.png' },
      { ...PICTURE, name: 'b.png' },
    ];
    expect(listedValue(fieldOf('photo'), files[0]!, 'en')).toBe('a.png');
    expect(listedValue(fieldOf('proofs'), files, 'en')).toBe('a.png, b.png');
    expect(listedValue(fieldOf('fruits'), ['a', 'b'], 'en')).toBe('Apple, Pear');
    expect(listedValue(fieldOf('proofs'), null, 'en')).toBe('');
  });

  it.each<[string, FormValue | null, string, unknown]>([
    ['name', 'Anna', 'en', 'Anna'],
    ['iban', 'DE89370400440532013000', 'de', 'DE89370400440532013000'],
    ['rent', '1234.5', 'de', '1234,5'],
    ['weight', '1.234', 'es', '1,2340'],
    ['day', '2026-03-01', 'en', '2026-03-01'],
    ['agree', true, 'en', 'yes'],
    ['agree', false, 'en', ''],
    ['fruit', null, 'en', ''],
    ['fruits', ['b'], 'en', ['b']],
    ['fruits', null, 'en', []],
  ])('are offered for editing and read back: %s %j in %s', (key, value, locale, entry) => {
    expect(entryOf(fieldOf(key), value, locale)).toEqual(entry);
    expect(readEntry(fieldOf(key), entryOf(fieldOf(key), value, locale), locale)).toEqual({
      value,
      fault: null,
    });
  });

  it('are no entries if they are files', () => {
    expect(entryOf(fieldOf('photo'), PICTURE, 'en')).toBe('');
  });
});

describe('values of the sender', () => {
  it('become suggestions, or go', () => {
    const first = prefillForm(form!, { name: ' Anna ', rent: 750, fruits: ['b', 'a'] }, '2026-03-01').form!;
    expect(
      first.definition.fields.flatMap((each) => ('value' in each ? [[each.key, each.value]] : [])),
    ).toEqual([
      ['name', 'Anna'],
      ['rent', '750'],
      ['fruits', ['a', 'b']],
    ]);
    expect(first.steps.find(({ field }) => field.key === 'rent')!.field).toMatchObject({ value: '750' });
    const second = prefillForm(first, { name: null, rent: '' }, '2026-03-01').form!;
    expect(JSON.stringify(second.definition)).toContain('"value":["a","b"]');
    expect(JSON.stringify(second.definition)).not.toMatch(/Anna|750/);
    expect(readForm(JSON.parse(JSON.stringify(second.definition))).form!.definition).toEqual(
      second.definition,
    );
  });

  it('are refused together', () => {
    const values = {
      nobody: 1,
      rent: '1.005',
      day: '2026-02-28',
      total: 5,
      sign: 'x',
      photo: PICTURE,
      agree: 1,
    };
    const { faults } = prefillForm(form!, values, '2026-03-01');
    expect(placesOfFaults(faults)).toEqual([
      'value_unknown_field values.nobody',
      'value_invalid values.rent',
      'entry_out_of_range values.day',
      'value_invalid values.total',
      'value_invalid values.sign',
      'value_invalid values.photo',
      'value_invalid values.agree',
    ]);
  });
});
