import { Random } from '../../../scripts/mrz/random.js';
import { randomForm } from '../../../test/support/random-forms.js';
import { canonicalJson } from '../../audit-chain/canonical-json.js';
import { readForm } from '../../forms/read-form.js';
import { detailsShown, moreShown, readFieldsForm } from './fields-form.js';
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

  describe('of a form as the API defines it', () => {
    const roles = [
      { key: 'tenant', order: 1 },
      { key: 'landlord', order: 2 },
    ];
    const place = { document: 1, ...BOX };
    const married = { key: 'married', kind: 'checkbox', role: 'tenant', places: [place] };
    const isMarried = { field: 'married', is: true };
    const deep = Array.from({ length: 8 }).reduce<object>((part, _, level) => {
      const other = { field: 'married', isNot: level % 2 === 0 };
      return level % 3 === 2 ? { not: part } : { [level % 3 === 0 ? 'all' : 'any']: [part, other] };
    }, isMarried);

    /** The form after its rows were shown as JSON in the editor, or as a table, and saved again. */
    function savedAgain(given: { roles: { key: string; order: number }[]; fields: object[] }, way: string) {
      const { definition } = readForm(given).form!;
      const emails = Object.fromEntries(given.roles.map(({ key }) => [key, key]));
      const rows = rowsOfForm(definition, emails, given.roles[0]!.key);
      const form = way === 'editor' ? { fields: JSON.stringify(rows) } : tableOf(rows);
      const entered = readFieldsForm(form) as FormRow[];
      const known = new Map(given.roles.map(({ key }) => [key, key]));
      const asPeople = given.roles.map(({ key, order }) => ({ email: key, name: key, order }));
      const { fields } = formOfRows(entered, asPeople, known);
      const again = readForm({ roles: given.roles, fields });
      return {
        before: canonicalJson(definition),
        after: canonicalJson(again.form?.definition ?? again.faults),
      };
    }

    /** What a browser sends of the table. */
    const tableOf = (rows: readonly FormRow[]) =>
      Object.fromEntries(
        rows.flatMap((field, index): [string, string][] =>
          [
            ['kind', field.kind],
            ['signer', field.signerEmail],
            ...['page', 'x', 'y', 'width', 'height', 'label', 'key', 'option'].map((name) => [
              name,
              field[name] ?? '',
            ]),
            ...(field.required === true ? [['required', 'yes']] : []),
            ['more', moreShown(field)],
            ['details', detailsShown(field)],
          ].map(([name, value]): [string, string] => [`${String(name)}-${index}`, String(value)]),
        ),
      );

    it.each<[string, object]>([
      ['an attachment with a place', { key: 'a', kind: 'attachment', role: 'tenant', places: [place] }],
      [
        'a text for one person',
        { key: 'a', kind: 'label', role: 'landlord', text: 'Hello', places: [place] },
      ],
      ['a text for everyone', { key: 'a', kind: 'label', text: 'Hello', places: [place] }],
      [
        'a box that stays unticked',
        { key: 'a', kind: 'checkbox', role: 'tenant', readOnly: true, value: false, places: [place] },
      ],
      [
        'options and other words',
        { key: 'a', kind: 'choice', role: 'tenant', options: OPTIONS, other: true, places: [place] },
      ],
      [
        'options with the same words',
        {
          ...{ key: 'a', kind: 'choice', role: 'tenant', places: [place] },
          options: [
            { value: '1', label: 'Garage' },
            { value: '2', label: 'Garage' },
          ],
        },
      ],
      [
        'lines of a stamp',
        { key: 'a', kind: 'stamp', role: 'tenant', lines: ['Mill Ltd', 'Bath'], places: [place] },
      ],
      ['several lines of text', { key: 'a', kind: 'label', text: 'One\n\n  Two', places: [place] }],
      [
        'a condition with eight levels',
        { key: 'a', kind: 'text', role: 'tenant', showIf: deep, places: [place] },
      ],
      ['a formula without a place', { key: 'a', kind: 'formula', role: 'tenant', formula: '1 + 1' }],
    ])('keep %s', (_, field) => {
      for (const way of ['editor', 'table']) {
        const { before, after } = savedAgain({ roles, fields: [married, field] }, way);
        expect([way, after]).toEqual([way, before]);
      }
    });

    it.each(['editor', 'table'])('keep random forms, by the %s', (way) => {
      const random = new Random(33);
      for (let round = 0; round < 500; round++) {
        const { definition } = randomForm(random);
        const { before, after } = savedAgain(definition, way);
        if (after !== before) expect([round, after]).toEqual([round, before]);
      }
    });
  });
});
