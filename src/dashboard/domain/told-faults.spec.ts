import { readForm } from '../../forms/read-form.js';
import { loadCatalogue, LOCALES } from '../../platform/templates/locales.js';
import { FAULTS, TOLD_FAULTS, toldFault } from './told-faults.js';

const PLACE = { document: 1, page: 1, x: 10, y: 10, width: 100, height: 20 };
const ROLES = [
  { key: 'anna', order: 1 },
  { key: 'jonas', order: 2 },
];
const OPTIONS = [{ value: 'a' }, { value: 'b' }];

/** What is told of a form with this field, after a number `rent` and a later text `late`. */
function toldOf(members: object) {
  const fields = [
    { key: 'rent', kind: 'number', role: 'anna', places: [PLACE] },
    { key: 'late', kind: 'text', role: 'jonas', places: [PLACE] },
    { key: 'field', kind: 'text', role: 'anna', places: [PLACE], ...members },
  ];
  const { faults } = readForm({ roles: ROLES, fields });
  return (faults ?? []).map(({ code, path, message }) => {
    const { part, says } = toldFault({ code, field: path, message });
    return [part?.replace('dashboard.prepare.', '') ?? null, says?.key.split('.').at(-1), says?.values];
  });
}

const none = {};

describe('faults of fields in words', () => {
  it.each<[string, object, unknown[]]>([
    ['a key', { key: 'No Key' }, ['columns.key', 'key', undefined]],
    ['a key twice', { key: 'rent' }, ['columns.key', 'keyRepeated', none]],
    ['a label', { label: 'x'.repeat(101) }, ['columns.label', 'length', { from: '0', to: '100' }]],
    ['a hint', { help: 'x'.repeat(501) }, ['form.help', 'length', { from: '0', to: '500' }]],
    ['nobody’s field', { role: 'nobody' }, [null, 'signer', none]],
    ['a place', { places: [{ ...PLACE, x: -1 }] }, [null, 'place', none]],
    ['no place', { places: [] }, [null, 'place', none]],
    [
      'a length',
      { validation: { maxLength: 'many' } },
      ['form.maxLength', 'count', { from: '1', to: '1000' }],
    ],
    ['cells', { validation: { cells: 101 } }, ['form.cells', 'count', { from: '1', to: '100' }]],
    ['a pattern', { validation: { pattern: '(' } }, ['form.pattern', 'pattern', none]],
    [
      'rules of one line',
      { validation: { lines: 'many', format: 'email' } },
      ['form.format', 'conflict', none],
    ],
    ['a least number', { kind: 'number', validation: { min: 'low' } }, ['form.min', 'number', none]],
    ['a step', { kind: 'number', validation: { step: '0' } }, ['form.step', 'step', none]],
    ['a range', { kind: 'number', validation: { min: '5', max: '1' } }, ['form.max', 'minOverMax', none]],
    ['a currency', { kind: 'number', validation: { currency: 'euro' } }, ['form.currency', 'currency', none]],
    ['a day', { kind: 'chosen_date', validation: { min: 'soon' } }, ['form.min', 'day', none]],
    ['too few options', { kind: 'choice', options: [] }, ['form.options', 'options', none]],
    [
      'equal options',
      { kind: 'choice', options: [{ value: 'a' }, { value: 'a' }] },
      ['form.options', 'optionRepeated', none],
    ],
    [
      'an option without a place',
      { kind: 'radio', options: OPTIONS, places: [{ ...PLACE, option: 'a' }] },
      [null, 'optionWithoutPlace', none],
    ],
    [
      'a stamp',
      { kind: 'stamp', lines: ['x'.repeat(101)] },
      ['form.stampLines', 'length', { from: '1', to: '100' }],
    ],
    ['many lines', { kind: 'stamp', lines: Array(6).fill('x') }, ['form.stampLines', 'stampLines', none]],
    ['no text', { kind: 'label' }, ['form.text', 'missing', none]],
    ['a formula', { kind: 'formula', formula: 'rent +' }, ['form.formula', 'formula', { position: '7' }]],
    [
      'a formula of later',
      { kind: 'formula', formula: 'late' },
      ['form.formula', 'formula', { position: '1' }],
    ],
    ['a value', { value: 'x'.repeat(201) }, ['form.value', 'value', none]],
    ['a condition', { showIf: { all: [] } }, ['form.condition', 'condition', none]],
    [
      'a condition of nothing',
      { showIf: { field: 'gone', is: 'x' } },
      ['form.condition', 'conditionField', none],
    ],
    [
      'a condition’s value',
      { showIf: { field: 'rent', gt: 'much' } },
      ['form.condition', 'conditionValue', none],
    ],
    ['a later field', { showIf: { field: 'late', is: 'x' } }, ['form.condition', 'refersLater', none]],
    ['itself', { showIf: { field: 'field', is: 'x' } }, [null, 'cycle', none]],
  ])('%s', (_, members, expected) => {
    expect(toldOf(members)).toContainEqual(expected);
  });

  it.each(LOCALES.map((locale) => [locale]))('have their words in %s', (locale) => {
    const texts = loadCatalogue().get(locale)!;
    const ours = [...texts.keys()].filter((key) => key.startsWith(FAULTS));
    expect(ours.sort()).toEqual(TOLD_FAULTS.map((name) => `${FAULTS}${name}`).sort());
  });

  it('without words of their own are told by nothing', () => {
    const fault = { field: 'fields[0].kind', message: 'fields[0].kind is "x"', code: 'field_kind_unknown' };
    expect(toldFault(fault)).toEqual({ part: null, says: null });
  });
});
