import { type Condition } from '../../forms/form-definition.js';
import { loadCatalogue } from '../../platform/templates/locales.js';
import {
  keysIn,
  listed,
  type NamedField,
  toldCondition,
  unlisted,
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
    { not: { all: [MARRIED, HIGH] } },
    { not: { any: [MARRIED, HIGH] } },
  ])('%j are one list, and the same again', (condition) => {
    expect(unlisted(listed(condition)!)).toEqual(condition);
  });

  it.each<Condition>([
    { all: [MARRIED, { any: [HIGH, GARAGE] }] },
    { not: { not: MARRIED } },
    { field: 'parking', in: ['g'] },
  ])('%j are no list', (condition) => {
    expect(listed(condition)).toBeNull();
  });

  it('lose the comparisons of a field that is gone', () => {
    const condition: Condition = { any: [MARRIED, { not: { all: [HIGH, MARRIED] } }] };
    expect(keysIn(condition)).toEqual(['married', 'rent', 'married']);
    expect(withoutField(condition, 'married')).toEqual({ any: [{ not: { all: [HIGH] } }] });
    expect(withoutField(MARRIED, 'married')).toBeNull();
  });
});
