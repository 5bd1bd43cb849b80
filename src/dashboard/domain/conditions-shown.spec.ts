import { type Condition } from '../../forms/form-definition.js';
import { loadCatalogue } from '../../platform/templates/locales.js';
import {
  edited,
  grouped,
  keysIn,
  type NamedField,
  toldCondition,
  ungrouped,
  withoutField,
} from './conditions-shown.js';

const FIELDS: NamedField[] = [
  { key: 'rent', kind: 'number', name: 'Rent' },
  { key: 'married', kind: 'checkbox', name: 'Married' },
  { key: 'parking', kind: 'radio', name: 'Parking', options: [{ value: 'g', label: 'Garage' }] },
];
const sayIn = (locale: string) => {
  const texts = loadCatalogue().get(locale)!;
  return (text: string, values: Readonly<Record<string, string>> = {}) =>
    texts
      .get(`dashboard.prepare.form.said.${text}`)!
      .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
};
const MARRIED: Condition = { field: 'married', is: true };
const HIGH: Condition = { field: 'rent', gt: '1000' };
const GARAGE: Condition = { field: 'parking', isNot: 'g' };

describe('conditions', () => {
  it.each<[Condition, string, string]>([
    [MARRIED, 'Married is ticked', 'Married ist angekreuzt'],
    [{ field: 'married', isNot: true }, 'Married is not ticked', 'Married ist nicht angekreuzt'],
    [
      { all: [HIGH, GARAGE] },
      'Rent is more than 1000, and Parking is not Garage',
      'Rent ist mehr als 1000, und Parking ist nicht Garage',
    ],
    [
      { any: [MARRIED, { all: [HIGH, { field: 'parking', isEmpty: true }] }] },
      'Married is ticked, or (Rent is more than 1000, and Parking is empty)',
      'Married ist angekreuzt, oder (Rent ist mehr als 1000, und Parking ist leer)',
    ],
    [{ field: 'rent', in: ['1', '2'] }, 'Rent is one of 1, 2', 'Rent ist eins von 1, 2'],
  ])('%j are told as a sentence', (condition, english, german) => {
    expect(toldCondition(condition, FIELDS, sayIn('en'))).toBe(english);
    expect(toldCondition(condition, FIELDS, sayIn('de'))).toBe(german);
  });

  it.each<Condition>([
    MARRIED,
    { all: [MARRIED, HIGH] },
    { any: [MARRIED, HIGH] },
    { not: MARRIED },
    { not: { all: [MARRIED, HIGH] } },
    { not: { any: [MARRIED, HIGH] } },
    { not: { not: MARRIED } },
    { all: [MARRIED, { any: [HIGH, GARAGE] }] },
    { any: [{ all: [MARRIED] }, { not: { any: [HIGH, { all: [GARAGE, MARRIED] }] } }] },
    { not: { not: { any: [HIGH, GARAGE] } } },
  ])('%j are groups, and the same again', (condition) => {
    expect(ungrouped(grouped(condition))).toEqual(condition);
  });

  it('have several comparisons in place of a list of values', () => {
    const condition: Condition = { all: [MARRIED, { field: 'rent', in: ['1', '2'] }] };
    const either = {
      any: [
        { field: 'rent', is: '1' },
        { field: 'rent', is: '2' },
      ],
    };
    expect(ungrouped(grouped(condition))).toEqual({ all: [MARRIED, either] });
  });

  it('are edited at any depth, and lose a group that is empty', () => {
    const group = grouped({ all: [MARRIED, { any: [HIGH, { all: [GARAGE] }] }] });
    const put = edited(group, [1, 1, 0], () => MARRIED);
    expect(ungrouped(put)).toEqual({ all: [MARRIED, { any: [HIGH, { all: [MARRIED] }] }] });
    const without = edited(group, [1, 1, 0], () => null);
    expect(ungrouped(without)).toEqual({ all: [MARRIED, { any: [HIGH] }] });
    expect(ungrouped(edited(without, [1, 0], () => null))).toEqual(MARRIED);
    expect(ungrouped(edited(grouped(MARRIED), [0], () => null))).toBeNull();
  });

  it('lose the comparisons of a field that is gone', () => {
    const condition: Condition = { any: [MARRIED, { not: { all: [HIGH, MARRIED] } }] };
    expect(keysIn(condition)).toEqual(['married', 'rent', 'married']);
    expect(withoutField(condition, 'married')).toEqual({ any: [{ not: { all: [HIGH] } }] });
    expect(withoutField(MARRIED, 'married')).toBeNull();
  });
});
