import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../platform/config/paths.js';
import { evaluateForm } from './evaluate-form.js';
import { FORM_KINDS } from './form-definition.js';
import { FORM_FAULT_CODES, PAGE_FAULT_CODES } from './form-fault.js';
import { prefillForm } from './prefill-form.js';
import { readForm } from './read-form.js';

const page = readFileSync(join(PROJECT_ROOT, 'docs/forms.md'), 'utf8');

const PLACE = { document: 1, page: 1, x: 72, y: 72, width: 100, height: 20 };

/** The names in the first column of a table that begins so. */
function firstColumn(head: string): string[] {
  const [, rest = ''] = page.split(`\n| ${head} |`);
  const table = rest.split('\n\n')[0]!;
  return [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  );
}

describe('docs/forms.md', () => {
  it('has an example that can be filled in', () => {
    const [, example] = /```json\n([^]*?)```/.exec(page)!;
    const { form, faults } = readForm(JSON.parse(example!));
    expect(faults).toBeNull();
    const reader = { today: '2026-03-01', locale: 'de', role: 'tenant' };
    const { fields } = evaluateForm(form!, { entries: { rent: '750,50' } }, reader);
    expect(fields.map(({ key, isShown, value }) => [key, isShown, value])).toEqual([
      ['rent', true, '750.5'],
      ['married', true, false],
      ['spouse', false, null],
      ['deposit', true, '2251.5'],
      ['signed', true, null],
    ]);
  });

  it('explains every code', () => {
    const explained = [...firstColumn('Of definitions'), ...firstColumn('Of values')];
    expect(explained.sort()).toEqual([...FORM_FAULT_CODES].sort());
  });

  it('has only codes that are named in OpenAPI, as those of an operation unless only pages say them', () => {
    const text = readFileSync(join(PROJECT_ROOT, 'docs/openapi.json'), 'utf8');
    const declared = new Set(text.match(/(?<="code": ")\w+/g));
    const ofPages: readonly string[] = PAGE_FAULT_CODES;
    expect(FORM_FAULT_CODES.filter((code) => !declared.has(code) && !ofPages.includes(code))).toEqual([]);
    expect(PAGE_FAULT_CODES.filter((code) => declared.has(code))).toEqual([]);
    const { description } = (
      JSON.parse(text) as {
        components: { schemas: { FieldError: { properties: { code: { description: string } } } } };
      }
    ).components.schemas.FieldError.properties.code;
    for (const code of PAGE_FAULT_CODES) expect(description).toContain(`\`${code}\``);
  });

  it('says rightly that no definition and no value of the sender has a fault that only pages say', () => {
    const found = new Set<string>();
    const file = { sha256: 'a'.repeat(64), bytes: 20_000_000, type: 'text/html' };
    const values = [
      ...[null, '', 'abc', '1.234', '1,5', 7, 1e300, true, [], ['a'], {}, [file], file, '2026-02-31'],
      ...['x'.repeat(20_000), [file, file], ['a', 'a'], { value: 'a' }],
    ];
    const own: Partial<Record<string, object>> = {
      choice: { options: [{ value: 'a' }] },
      radio: { options: [{ value: 'a' }], places: [{ ...PLACE, option: 'a' }] },
      checkboxes: { options: [{ value: 'a' }], places: [{ ...PLACE, option: 'a' }] },
      label: { text: 'Hello' },
      formula: { formula: '1 / 0' },
      stamp: { lines: ['Mill Ltd'] },
      number: { validation: { min: '5', decimals: 0 } },
    };
    for (const kind of FORM_KINDS)
      for (const members of [
        {},
        { required: true },
        { readOnly: true },
        { required: true, readOnly: true },
      ]) {
        const field = { key: 'a', kind, role: 'tenant', places: [PLACE], ...own[kind] };
        const roles = [{ key: 'tenant', order: 1 }];
        const { form } = readForm({ roles, fields: [field] });
        expect([kind, form === null]).toEqual([kind, false]);
        for (const value of values) {
          const given = readForm({ roles, fields: [{ ...field, ...members, value }] });
          const filled = prefillForm(form!, { a: value }, '2026-03-01');
          for (const { code } of [...(given.faults ?? []), ...(filled.faults ?? [])]) found.add(code);
        }
      }
    expect([...found]).toEqual(expect.arrayContaining(['value_invalid', 'member_unknown']));
    expect(PAGE_FAULT_CODES.filter((code) => found.has(code))).toEqual([]);
  });

  it('lists every kind', () => {
    expect(firstColumn('Kind').sort()).toEqual([...FORM_KINDS].sort());
  });
});
