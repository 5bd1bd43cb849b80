import {
  field,
  type Members,
  PICTURE,
  PLACE,
  placesOf,
  placesOfFaults,
  ROLES,
} from '../../test/support/forms.js';
import { canonicalJson } from '../audit-chain/canonical-json.js';
import { MAX_FAULTS } from './form-fault.js';
import { readForm } from './read-form.js';

const OPTIONS = [{ value: 'a' }, { value: 'b', label: 'Bee' }];

const formOf = (...fields: unknown[]) => ({ roles: ROLES, fields });
const faultsOf = (json: unknown) => placesOfFaults(readForm(json).faults);

/** One of each kind. */
const ALL = [
  ...['signature', 'initials', 'date', 'name', 'text', 'checkbox', 'number', 'chosen_date'].map((kind) =>
    field(kind, kind),
  ),
  ...['image', 'stamp', 'attachment'].map((kind) => field(kind, kind)),
  field('choice', 'choice', { options: OPTIONS }),
  field('radio', 'radio', { options: OPTIONS, places: placesOf('a', 'b') }),
  field('checkboxes', 'checkboxes', { options: OPTIONS, places: placesOf('b', 'a', 'a') }),
  field('label', 'label', { text: 'Read this' }),
  field('formula', 'formula', { formula: 'number * 2' }),
];

describe('a definition', () => {
  it('writes out defaults and leaves out what is not given', () => {
    const { form } = readForm(
      formOf(
        field('rent', 'number', { label: '  Rent ', validation: { min: 100, max: '5000.00' }, value: 750.5 }),
        field('agree', 'checkbox', { help: null, showIf: { field: 'rent', gte: 1000 } }),
      ),
    );
    const shared = { role: 'first', help: '', readOnly: false, places: [PLACE] };
    expect(form!.definition).toEqual({
      roles: ROLES,
      fields: [
        {
          ...{ ...shared, key: 'rent', kind: 'number', label: 'Rent', required: true },
          ...{ validation: { min: '100', max: '5000' }, value: '750.5' },
        },
        {
          ...{ ...shared, key: 'agree', kind: 'checkbox', label: '', required: false },
          showIf: { field: 'rent', gte: '1000' },
        },
      ],
    });
    expect(canonicalJson(form!.definition)).toContain('"rent"');
  });

  it('has fields of every kind', () => {
    const { form, faults } = readForm(formOf(...ALL));
    expect(faults).toBeNull();
    expect(form!.definition.fields).toHaveLength(16);
    expect(readForm(JSON.parse(JSON.stringify(form!.definition))).form!.definition).toEqual(form!.definition);
  });

  it('has a comb whose normal form can be read again', () => {
    const comb = (validation: Members) =>
      readForm(formOf(field('a', 'text', { validation }))).form!.definition;
    const once = comb({ cells: 8, pattern: '[0-9]*' });
    expect(once.fields[0]).toMatchObject({ validation: { lines: 1, cells: 8, maxLength: 8 } });
    expect(readForm(JSON.parse(canonicalJson(once))).form!.definition).toEqual(once);
    expect(comb({ cells: 8, maxLength: 8, pattern: '[0-9]*' })).toEqual(once);
  });

  it('may have no fields', () => {
    expect(readForm(formOf()).form!.steps).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['null', null, ['member_missing ']],
    ['an array', [], ['member_invalid ']],
    ['an unknown member', { ...formOf(), name: 'x' }, ['member_unknown name']],
    ['no roles', { fields: [] }, ['member_missing roles']],
    ['a repeated role', { roles: [ROLES[0], ROLES[0]], fields: [] }, ['role_repeated roles[1]']],
    ['an order of 0', { roles: [{ key: 'a', order: 0 }], fields: [] }, ['member_invalid roles[0].order']],
    [
      'fields that are none',
      formOf(null, 'x', 5),
      ['member_missing', 'member_invalid', 'member_invalid'].map((code, index) => `${code} fields[${index}]`),
    ],
    ['1,001 fields', formOf(...Array.from({ length: 1_001 }, () => null)), ['form_too_large fields']],
  ])('is refused: %s', (_, json, expected) => {
    expect(faultsOf(json)).toEqual(expected);
  });

  it.each<[string, Members[], string[]]>([
    ['an unknown kind', [field('a', 'payment')], ['field_kind_unknown fields[0].kind']],
    ['no kind', [{ key: 'a' }], ['field_kind_unknown fields[0].kind']],
    ['a key with a capital', [field('aB', 'text')], ['member_invalid fields[0].key']],
    ['a key of 65 letters', [field('a'.repeat(65), 'text')], ['member_invalid fields[0].key']],
    ['a repeated key', [field('a', 'text'), field('a', 'date')], ['field_key_repeated fields[1].key']],
    ['an unknown role', [field('a', 'text', { role: 'nobody' })], ['role_unknown fields[0].role']],
    ['no role', [field('a', 'text', { role: null })], ['member_missing fields[0].role']],
    [
      'a member of another kind',
      [field('a', 'text', { options: OPTIONS })],
      ['member_unknown fields[0].options'],
    ],
    [
      'a required signature',
      [field('a', 'signature', { required: true })],
      ['member_unknown fields[0].required'],
    ],
    ['a flag as a text', [field('a', 'text', { required: 'yes' })], ['member_invalid fields[0].required']],
    ['no places', [field('a', 'text', { places: [] })], ['member_invalid fields[0].places']],
    [
      'a place of an option',
      [field('a', 'text', { places: placesOf('a') })],
      ['member_unknown fields[0].places[0].option'],
    ],
    [
      'a place without a page',
      [field('a', 'text', { places: [{ ...PLACE, page: undefined }] })],
      ['member_missing fields[0].places[0].page'],
    ],
    [
      'a small place',
      [field('a', 'text', { places: [{ ...PLACE, width: 5 }] })],
      ['member_invalid fields[0].places[0].width'],
    ],
    [
      'a place at infinity',
      [field('a', 'text', { places: [{ ...PLACE, x: 1e9 }] })],
      ['member_invalid fields[0].places[0].x'],
    ],
    ['no options', [field('a', 'choice')], ['field_options_missing fields[0].options']],
    [
      'a repeated option',
      [field('a', 'choice', { options: [...OPTIONS, { value: ' a' }] })],
      ['option_repeated fields[0].options[2]'],
    ],
    [
      '501 options',
      [field('a', 'choice', { options: Array.from({ length: 501 }, (_, n) => ({ value: `${n}` })) })],
      ['member_invalid fields[0].options'],
    ],
    [
      'an option without a place',
      [field('a', 'radio', { options: OPTIONS, places: placesOf('a') })],
      ['option_without_place fields[0].places'],
    ],
    [
      'a place of no option',
      [field('a', 'radio', { options: OPTIONS, places: placesOf('a', 'b', 'c') })],
      ['option_unknown fields[0].places[2].option'],
    ],
    ['a label without text', [field('a', 'label')], ['member_missing fields[0].text']],
    [
      'a conditional label of nobody',
      [
        field('a', 'checkbox'),
        field('b', 'label', { role: null, text: 'x', showIf: { field: 'a', is: true } }),
      ],
      ['member_missing fields[1].role'],
    ],
  ])('is refused: %s', (_, fields, expected) => {
    expect(faultsOf(formOf(...fields))).toEqual(expected);
  });

  it.each<[string, string, Members, string[]]>([
    ['text', 'unknown rules', { min: 1 }, ['member_unknown .min']],
    ['text', 'too long', { maxLength: 1_001 }, ['member_invalid .maxLength']],
    ['text', 'two lines', { lines: 2 }, ['member_invalid .lines']],
    ['text', 'a comb of many lines', { lines: 'many', cells: 8 }, ['member_invalid .cells']],
    ['text', 'a comb with another length', { cells: 8, maxLength: 5 }, ['member_invalid .maxLength']],
    ['text', 'an unknown format', { format: 'postal_code:XX' }, ['member_invalid .format']],
    ['text', 'a pattern with a back-reference', { pattern: '(a)\\1' }, ['pattern_invalid .pattern']],
    [
      'text',
      'a pattern of 36,000 instructions',
      { pattern: `(?:${'[a-z]'.repeat(36)}){1000}` },
      ['pattern_invalid .pattern'],
    ],
    [
      'number',
      'no number',
      { min: '1,5', max: 'x', step: 1e30 },
      ['member_invalid .min', 'member_invalid .max', 'member_invalid .step'],
    ],
    ['number', 'a binary fraction', { min: 0.1 + 0.2 }, ['member_invalid .min']],
    ['number', 'a step of 0', { step: 0 }, ['member_invalid .step']],
    ['number', 'min over max', { min: '10', max: '9.99' }, ['member_invalid .max']],
    ['number', 'a currency with a unit', { currency: 'EUR', unit: 'kg' }, ['member_invalid .unit']],
    ['number', 'a currency in small letters', { currency: 'eur' }, ['member_invalid .currency']],
    ['chosen_date', 'no day', { min: '2026-02-30' }, ['member_invalid .min']],
    ['chosen_date', 'min over max', { min: 'today+1', max: 'today-1' }, ['member_invalid .max']],
    ['attachment', '11 files', { max: 11 }, ['member_invalid .max']],
    ['attachment', 'more at least than at most', { min: 3, max: 2 }, ['member_invalid .max']],
  ])('is refused: a %s with %s', (kind, _, validation, expected) => {
    expect(faultsOf(formOf(field('a', kind, { validation })))).toEqual(
      expected.map((fault) => fault.replace(' ', ' fields[0].validation')),
    );
  });

  it.each<[Members, string[]]>([
    [{ exactly: 1, min: 1 }, ['member_invalid fields[0].validation.min']],
    [{ max: 3 }, ['member_invalid fields[0].validation.max']],
    [{ min: 2, max: 1 }, ['member_invalid fields[0].validation.max']],
    [{ min: 1, max: 2 }, []],
  ])('checks how many boxes may be ticked: %j', (validation, expected) => {
    const group = field('a', 'checkboxes', { options: OPTIONS, places: placesOf('a', 'b'), validation });
    expect(faultsOf(formOf(group))).toEqual(expected);
  });

  it.each<[string, Members, string]>([
    ['text', { value: 5 }, 'value_invalid'],
    ['text', { value: 'abc', validation: { maxLength: 2 } }, 'value_invalid'],
    ['number', { value: '1,5' }, 'value_invalid'],
    ['number', { value: 5, validation: { min: 6 } }, 'entry_out_of_range'],
    ['choice', { value: 'c', options: OPTIONS }, 'value_invalid'],
    ['checkbox', { value: 'yes' }, 'value_invalid'],
    ['stamp', { value: PICTURE }, 'member_unknown'],
  ])('refuses a wrong value of a %s: %j', (kind, more, code) => {
    expect(faultsOf(formOf(field('a', kind, more)))).toEqual([`${code} fields[0].value`]);
  });

  it('lists up to 100 faults in the order of the fields, each with key, path and a sentence', () => {
    const wrong = Array.from({ length: 300 }, (_, index) =>
      field(`f${index}`, 'number', { validation: { min: 'x' } }),
    );
    const { faults } = readForm(formOf(...wrong));
    expect(faults).toHaveLength(MAX_FAULTS);
    expect(faults![99]).toEqual({
      code: 'member_invalid',
      key: 'f99',
      path: 'fields[99].validation.min',
      message:
        'fields[99].validation.min is "x", but must be a decimal number of at most 34 digits such as "1234.50"',
    });
  });

  it('has at most 3,000 places and 10,000 options', () => {
    const places = Array.from({ length: 301 }, () => PLACE);
    const options = Array.from({ length: 500 }, (_, index) => ({ value: `${index}` }));
    const of = (count: number, more: Members, kind: string) =>
      formOf(...Array.from({ length: count }, (_, index) => field(`f${index}`, kind, more)));
    expect(faultsOf(of(10, { places }, 'text'))).toEqual(['form_too_large ']);
    expect(faultsOf(of(21, { options }, 'choice'))).toEqual(['form_too_large ']);
    expect(faultsOf(of(20, { options }, 'choice'))).toEqual([]);
  });

  it('refuses patterns that are cheap alone and dear together', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      field(`f${index}`, 'text', { validation: { pattern: 'a{0,900}', maxLength: 1_000 } }),
    );
    expect(faultsOf(formOf(many[0]))).toEqual([]);
    expect(faultsOf(formOf(...many))).toEqual([expect.stringContaining('pattern_invalid')]);
  });

  it.each<[string, unknown]>([
    ['prototype', JSON.parse('{"roles":[{"key":"a","order":1}],"fields":[],"__proto__":{"x":1}}')],
    ['nesting', nested(100_000)],
    ['lists', JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))],
    ['kinds', formOf({ kind: JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) })],
    ['names', formOf(field('constructor', 'text', { validation: { toString: 1 } }))],
  ])('survives hostile %s', (_, json) => {
    expect(faultsOf(json).length).toBeGreaterThan(0);
  });
});

/** A condition inside conditions. */
function nested(depth: number): unknown {
  let showIf: unknown = { field: 'a', is: true };
  for (let level = 0; level < depth; level++) showIf = { not: showIf };
  return formOf(field('a', 'checkbox'), field('b', 'text', { showIf }));
}
