import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../platform/config/paths.js';
import { evaluateForm } from './evaluate-form.js';
import { FORM_KINDS } from './form-definition.js';
import { FORM_FAULT_CODES } from './form-fault.js';
import { readForm } from './read-form.js';

const page = readFileSync(join(PROJECT_ROOT, 'docs/forms.md'), 'utf8');

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

  it('lists every kind', () => {
    expect(firstColumn('Kind').sort()).toEqual([...FORM_KINDS].sort());
  });
});
