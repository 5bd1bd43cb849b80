import {
  field as anyField,
  type Members,
  PICTURE,
  placesOf,
  placesOfFaults,
  ROLES,
} from '../../../test/support/forms.js';
import { evaluateForm, type Filled } from '../evaluate-form.js';
import { readForm } from '../read-form.js';

const OPTIONS = [{ value: 'red' }, { value: 'green' }];
const READER = { today: '2026-03-01', locale: 'en' };

const field = (key: string, kind: string, more: Members = {}) =>
  anyField(key, kind, { required: false, ...more });
const optionPlaces = placesOf('red', 'green');
/** One field of each kind that can be compared, and two that cannot. */
const FIELDS = [
  field('word', 'text'),
  field('initials', 'initials'),
  field('amount', 'number'),
  field('double', 'formula', { formula: 'amount * 2' }),
  field('day', 'chosen_date'),
  field('tick', 'checkbox'),
  field('colour', 'choice', { options: OPTIONS }),
  field('other', 'choice', { options: OPTIONS, other: true }),
  field('radio', 'radio', { options: OPTIONS, places: optionPlaces }),
  field('boxes', 'checkboxes', { options: OPTIONS, places: optionPlaces }),
  field('photo', 'image'),
  anyField('sign', 'signature'),
];
const formWith = (showIf: unknown, more: Members = {}) =>
  readForm({ roles: ROLES, fields: [...FIELDS, field('shown', 'text', { showIf, ...more })] });
function isShown(showIf: unknown, values: Filled['values']): boolean {
  const { form, faults } = formWith(showIf);
  expect(faults).toBeNull();
  return evaluateForm(form!, { values }, READER).fields.find(({ key }) => key === 'shown')!.isShown;
}

describe('conditions', () => {
  it.each<[Members, Members, Members]>([
    [{ field: 'word', is: 'yes' }, { word: 'yes' }, { word: 'Yes' }],
    [{ field: 'word', is: 'Zoe\u0308' }, { word: 'Zoë' }, { word: 'Zoe' }],
    [{ field: 'word', isNot: 'yes' }, {}, { word: 'yes' }],
    [{ field: 'word', in: ['yes', 'no'] }, { word: 'no' }, { word: 'n' }],
    [{ field: 'word', in: ['yes', 'no'] }, { word: 'yes' }, {}],
    [{ field: 'word', contains: 'es' }, { word: 'yes' }, { word: 'no' }],
    [{ field: 'word', contains: 'es' }, { word: 'es' }, {}],
    [{ field: 'word', isEmpty: true }, { word: '' }, { word: 'x' }],
    [{ field: 'word', notEmpty: true }, { word: 'x' }, { word: '  ' }],
    [{ field: 'initials', is: 'AB' }, { initials: 'AB' }, { initials: 'A' }],
    [{ field: 'amount', is: '2.50' }, { amount: '2.5' }, { amount: '2.51' }],
    [{ field: 'amount', gt: 2 }, { amount: '2.0001' }, { amount: '2' }],
    [{ field: 'amount', gte: 2 }, { amount: '2.0' }, { amount: '1.99' }],
    [{ field: 'amount', lt: '10' }, { amount: '9' }, { amount: '10' }],
    [{ field: 'amount', lte: '-1' }, { amount: '-1' }, { amount: '0' }],
    [{ field: 'amount', lt: 10 }, { amount: '-5' }, {}],
    [{ not: { field: 'amount', lt: 10 } }, {}, { amount: '5' }],
    [{ field: 'double', gte: 10 }, { amount: '5' }, { amount: '4.9' }],
    [{ field: 'double', isEmpty: true }, {}, { amount: '0' }],
    [{ field: 'day', gte: '2026-01-01' }, { day: '2026-01-01' }, { day: '2025-12-31' }],
    [{ field: 'tick', is: true }, { tick: true }, {}],
    [{ field: 'tick', is: false }, { tick: null }, { tick: true }],
    [{ field: 'tick', isEmpty: true }, {}, { tick: true }],
    [{ field: 'colour', is: 'red' }, { colour: 'red' }, { colour: 'green' }],
    [{ field: 'other', is: 'pink' }, { other: ' pink' }, { other: 'red' }],
    [{ field: 'radio', isEmpty: true }, { radio: null }, { radio: 'red' }],
    [{ field: 'boxes', includes: 'red' }, { boxes: ['green', 'red'] }, { boxes: ['green'] }],
    [{ field: 'boxes', includes: 'red' }, { boxes: ['red'] }, {}],
    [{ field: 'boxes', isEmpty: true }, { boxes: [] }, { boxes: ['red'] }],
    [{ field: 'photo', notEmpty: true }, { photo: PICTURE }, {}],
    [
      {
        all: [
          { field: 'tick', is: true },
          { field: 'word', is: 'a' },
        ],
      },
      { tick: true, word: 'a' },
      { tick: true },
    ],
    [
      {
        any: [
          { field: 'tick', is: true },
          { field: 'word', is: 'a' },
        ],
      },
      { word: 'a' },
      { word: 'b' },
    ],
    [
      {
        not: {
          any: [
            { field: 'tick', is: true },
            { field: 'word', is: 'a' },
          ],
        },
      },
      {},
      { word: 'a' },
    ],
  ])('%j holds with %j and not with %j', (showIf, values, others) => {
    expect(isShown(showIf, values)).toBe(true);
    expect(isShown(showIf, others)).toBe(false);
  });

  it.each<[string, unknown, string[]]>([
    ['an unknown field', { field: 'x', is: '1' }, ['condition_unknown_field .field']],
    ['no field', { field: 5, is: '1' }, ['condition_unknown_field .field']],
    ['itself by another name', { all: [] }, ['member_invalid .all']],
    ['nothing', {}, ['condition_invalid ']],
    ['a text', 'word', ['condition_invalid ']],
    ['two groups', { all: [{ field: 'tick', is: true }], any: [] }, ['condition_invalid ']],
    ['two comparisons', { field: 'amount', gt: 1, lt: 2 }, ['condition_invalid ']],
    ['no comparison', { field: 'amount' }, ['condition_invalid ']],
    ['an unknown comparison', { field: 'amount', equals: 1 }, ['condition_invalid ']],
    ['a list in not', { not: [{ field: 'tick', is: true }] }, ['condition_invalid .not']],
    ['isEmpty: false', { field: 'word', isEmpty: false }, ['condition_invalid .isEmpty']],
    ['a text by size', { field: 'word', gt: 'a' }, ['condition_kind ']],
    ['a signature', { field: 'sign', notEmpty: true }, ['condition_kind ']],
    ['a picture by its value', { field: 'photo', is: PICTURE }, ['condition_kind ']],
    ['boxes by is', { field: 'boxes', is: 'red' }, ['condition_kind ']],
    ['a number with a word', { field: 'amount', is: 'many' }, ['condition_kind .is']],
    ['a formula with a word', { field: 'double', gt: 'many' }, ['condition_kind .gt']],
    ['a number with nothing', { field: 'amount', is: null }, ['condition_kind .is']],
    ['a choice with no option', { field: 'colour', in: ['red', 'pink'] }, ['condition_kind .in[1]']],
    ['boxes with no option', { field: 'boxes', includes: 'pink' }, ['condition_kind .includes']],
    ['a day with today', { field: 'day', lt: 'today' }, ['condition_kind .lt']],
    ['a checkbox with a text', { field: 'tick', is: 'yes' }, ['condition_kind .is']],
    [
      'two wrong ones',
      {
        all: [
          { field: 'x', is: 1 },
          { field: 'tick', is: 1 },
        ],
      },
      ['condition_unknown_field .all[0].field', 'condition_kind .all[1].is'],
    ],
    [
      '101 comparisons',
      {
        any: [
          { all: Array.from({ length: 60 }, () => ({ field: 'tick', is: true })) },
          { all: Array.from({ length: 60 }, () => ({ field: 'tick', is: true })) },
        ],
      },
      ['condition_invalid '],
    ],
  ])('refuse %s', (_, showIf, expected) => {
    const [path] = [`fields[${FIELDS.length}].showIf`];
    expect(placesOfFaults(formWith(showIf).faults)).toEqual(
      expected.map((fault) => fault.replace(' ', ` ${path}`)),
    );
  });

  it('nest eight groups deep and no deeper', () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? { field: 'tick', is: true } : { not: nested(depth - 1) };
    expect(formWith(nested(8)).faults).toBeNull();
    expect(placesOfFaults(formWith(nested(9)).faults)).toEqual([
      expect.stringContaining('condition_invalid'),
    ]);
  });

  it.each([
    ['first', null],
    ['second', null],
    ['beside', 'condition_refers_later'],
  ])('of a field of %s may refer to one of first: %s', (role, code) => {
    const { faults } = formWith({ field: 'tick', is: true }, { role });
    expect(faults?.[0]?.code ?? null).toBe(code);
  });

  it('refer to nobody who acts later, neither do formulas', () => {
    const fields = [
      field('a', 'number', { role: 'second' }),
      field('b', 'text', { showIf: { field: 'a', gt: 1 } }),
      field('c', 'formula', { formula: '1 + a' }),
    ];
    expect(placesOfFaults(readForm({ roles: ROLES, fields }).faults)).toEqual([
      'condition_refers_later fields[1].showIf.field',
      'formula_refers_later fields[2].formula',
    ]);
  });

  it.each<[string, Members[], string]>([
    ['itself', [field('a', 'number', { showIf: { field: 'a', gt: 1 } })], 'condition_cycle fields[0]'],
    [
      'two fields',
      [
        field('z', 'number'),
        field('a', 'number', { showIf: { field: 'b', gt: 1 } }),
        field('b', 'number', { showIf: { field: 'a', gt: 1 } }),
      ],
      'condition_cycle fields[1]',
    ],
    [
      'formulas',
      [field('a', 'formula', { formula: 'b' }), field('b', 'formula', { formula: 'a + 1' })],
      'formula_cycle fields[0]',
    ],
    [
      'a condition through a formula',
      [field('a', 'number', { showIf: { field: 'b', gt: 1 } }), field('b', 'formula', { formula: 'a' })],
      'condition_cycle fields[0]',
    ],
    [
      'the end of a chain',
      [
        field('c', 'formula', { formula: 'a' }),
        field('a', 'formula', { formula: 'b' }),
        field('b', 'formula', { formula: 'a' }),
      ],
      'formula_cycle fields[1]',
    ],
  ])('and formulas make no cycle: %s', (_, fields, expected) => {
    const { faults } = readForm({ roles: ROLES, fields });
    expect(placesOfFaults(faults)).toEqual([expected]);
    expect(faults![0]!.message).toContain('→');
  });

  it('name each cycle once', () => {
    const cycle = (one: string, other: string) => [
      field(one, 'formula', { formula: other }),
      field(other, 'formula', { formula: one }),
    ];
    const fields = [...cycle('a', 'b'), ...cycle('c', 'd'), field('e', 'formula', { formula: 'a + c + e' })];
    expect(placesOfFaults(readForm({ roles: ROLES, fields }).faults)).toEqual([
      'formula_cycle fields[0]',
      'formula_cycle fields[2]',
      'formula_cycle fields[4]',
    ]);
  });

  it.each([
    ['sum(', 5],
    ['word + 1', 1],
    ['1 + nobody', 5],
    ['tick', 1],
  ])('are in formulas as well: %s is wrong at character %i', (formula, position) => {
    const fields = [...FIELDS, field('f', 'formula', { formula })];
    const { faults } = readForm({ roles: ROLES, fields });
    expect(placesOfFaults(faults)).toEqual([`formula_invalid fields[${FIELDS.length}].formula`]);
    expect(faults![0]!.message).toContain(`(character ${position})`);
  });
});
