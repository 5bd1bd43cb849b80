import { type FormField } from '../../forms/form-definition.js';
import { loadCatalogue } from '../../platform/templates/locales.js';
import { differencesOf } from '../../templates/domain/differences.js';
import { contentOf, DEFAULT_OPTIONS } from '../../templates/domain/template-content.js';
import { type Say } from './conditions-shown.js';
import { shownDifferences } from './template-differences.js';

const say: Say = (text, values = {}) =>
  loadCatalogue()
    .get('en')!
    .get(`dashboard.prepare.form.said.${text}`)!
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

function contentWith(showIf: object | undefined) {
  const fields = [
    { key: 'married', kind: 'checkbox', label: 'Married', role: 'tenant', places: [] },
    { key: 'rent', kind: 'number', label: 'Rent', role: 'tenant', places: [] },
    { key: 'spouse', kind: 'text', label: 'Spouse', role: 'tenant', places: [], ...(showIf && { showIf }) },
  ] as unknown as FormField[];
  const roles = [{ key: 'tenant', name: 'Tenant', action: 'sign' as const, order: 1 }];
  return contentOf({ roles, fields, options: DEFAULT_OPTIONS }, []);
}

const MARRIED = { field: 'married', is: true };
const HIGH = { field: 'rent', gt: '1000' };

describe('differences between versions', () => {
  it.each<[string, object | undefined, object | undefined, string | null, string | null]>([
    [
      'another group',
      { all: [MARRIED, HIGH] },
      { any: [MARRIED, HIGH] },
      'Married is ticked, and Rent is more than 1000',
      'Married is ticked, or Rent is more than 1000',
    ],
    ['a condition that came', undefined, MARRIED, null, 'Married is ticked'],
    ['a condition that went', MARRIED, undefined, 'Married is ticked', null],
  ])('tell %s as sentences', (_, before, after, from, to) => {
    const [earlier, later] = [contentWith(before), contentWith(after)];
    const found = shownDifferences(differencesOf(earlier, later), [later, earlier], say);
    expect(found).toEqual([
      expect.objectContaining({
        ...{ part: 'fields', named: 'Spouse', from, to },
        member: { name: 'showIf', text: 'dashboard.prepare.form.condition' },
      }),
    ]);
  });
});
