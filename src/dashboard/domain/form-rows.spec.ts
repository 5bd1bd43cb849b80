import { readForm } from '../../forms/read-form.js';
import { formOfRows, type FormRow, needsForm, plainFields, rowPath, rowsOfForm } from './form-rows.js';

const ANNA = 'anna@signers.test';
const JONAS = 'jonas@signers.test';
const PEOPLE = [
  { email: ANNA, name: 'Anna Müller', order: 1 },
  { email: JONAS, name: '', order: 2 },
];
const BOX = { page: 1, x: 72, y: 72, width: 100, height: 20 };
const row = (kind: string, more: FormRow = {}): FormRow => ({
  kind,
  signerEmail: ANNA,
  label: '',
  required: true,
  ...BOX,
  ...more,
});
const OPTIONS = [
  { value: 'garage', label: 'Garage' },
  { value: 'street', label: 'Street' },
];
const PARKING = [
  row('radio', { key: 'parking', option: 'garage', options: OPTIONS }),
  row('text', { key: 'name', y: 200 }),
  row('radio', { key: 'parking', option: 'street', y: 300 }),
];

describe('rows of fields', () => {
  it.each<[string, FormRow[], boolean]>([
    ['nothing', [], false],
    ['plain fields', [row('text', { key: 'text_1' }), row('checkbox', { required: false })], false],
    [
      'what is given as nothing',
      [row('text', { help: '', readOnly: false, validation: {}, showIf: null })],
      false,
    ],
    ['a number', [row('number')], true],
    ['a hint', [row('text', { help: 'As in the passport' })], true],
    ['a suggestion', [row('text', { value: 'Berlin' })], true],
    ['a condition', [row('text', { showIf: { field: 'a', isEmpty: true } })], true],
    ['two places of one field', [row('text', { key: 'a' }), row('text', { key: 'a', y: 300 })], true],
  ])('need a form for %s or not', (_, rows, isNeeded) => {
    expect(needsForm(rows, false)).toBe(isNeeded);
    expect(needsForm(rows, true)).toBe(rows.length > 0);
  });

  it('are plain fields of the API without what only forms have', () => {
    const given = row('text', { key: 'a', help: '', validation: {} });
    expect(plainFields([given])).toEqual([row('text')]);
  });

  it('become a form with a role for each signer, and the same rows again', () => {
    const rows = [
      ...PARKING,
      row('label', { key: 'note', text: 'Keys: 2', y: 400 }),
      row('attachment', { key: 'proof', page: 0, signerEmail: JONAS }),
    ];
    const { roles, fields, signers } = formOfRows(rows, PEOPLE, new Map());
    expect(signers).toEqual({ anna_muller: ANNA, jonas: JONAS });
    const { form, faults } = readForm({ roles, fields });
    expect(faults).toBeNull();
    const { definition } = form!;
    expect(definition.fields.map(({ key, role, places }) => [key, role, places.length])).toEqual([
      ['parking', 'anna_muller', 2],
      ['name', 'anna_muller', 1],
      ['note', undefined, 1],
      ['proof', 'jonas', 0],
    ]);
    const again = rowsOfForm(definition, signers, ANNA);
    expect(readForm({ roles, fields: formOfRows(again, PEOPLE, new Map()).fields }).form!.definition).toEqual(
      definition,
    );
  });

  it('keep the roles of the form before', () => {
    const known = new Map([[ANNA, 'tenant']]);
    const { signers } = formOfRows([row('number')], PEOPLE, known);
    expect(signers).toEqual({ tenant: ANNA, jonas: JONAS });
  });

  it.each([
    ['fields[0].places[1].x', 'fields[2].x'],
    ['fields[0].places[0]', 'fields[0]'],
    ['fields[1].label', 'fields[1].label'],
    ['fields[0].options[1].value', 'fields[0].options[1].value'],
    ['signers.tenant', 'signers.tenant'],
  ])('name the fault at %s by its row: %s', (path, own) => {
    expect(rowPath(PARKING, path)).toBe(own);
  });

  it('with cells or several lines come back as they were', () => {
    for (const validation of [{ cells: 8 }, { lines: 'many', maxLength: 500 }, { format: 'iban' }]) {
      const { roles, fields, signers } = formOfRows(
        [row('text', { key: 'a', validation })],
        PEOPLE,
        new Map(),
      );
      const { definition } = readForm({ roles, fields }).form!;
      expect(rowsOfForm(definition, signers, ANNA)[0]).toMatchObject({ validation });
    }
  });
});
