import { type AppError } from '../../common/errors.js';
import { type TemplateDefinition } from '../../templates/domain/template-content.js';
import { matchColumns } from './bulk-columns.js';

const field = (key: string, label: string) => ({ key, label, kind: 'text', role: 'tenant', readOnly: false });
const TEMPLATE = {
  roles: [{ key: 'tenant', name: 'Tenant', action: 'sign', order: 1 }],
  fields: [
    field('rent', 'Monthly rent'),
    field('one', 'Same'),
    field('two', 'Same'),
    field('reference', 'Ref'),
  ],
} as never as TemplateDefinition;

const targetsOf = (columns: string[], given: Record<string, string | null> = {}) =>
  matchColumns(columns, TEMPLATE, given).map(({ target }) => target);
function codeOf(columns: string[], given: Record<string, string | null> = {}): string | undefined {
  try {
    matchColumns(columns, TEMPLATE, given);
  } catch (error) {
    return (error as AppError).code;
  }
  return undefined;
}

describe('columns', () => {
  it('are found by name, key and label, without case, spaces and what nobody sees', () => {
    const columns = [
      '\ufeffTENANT.E-mail'.replace('-', ''),
      'Monthly\u00a0Rent',
      'reference',
      'values.one',
      'Ｔenant.name',
    ];
    expect(targetsOf(columns)).toEqual([
      'tenant.email',
      'values.rent',
      'reference',
      'values.one',
      'tenant.name',
    ]);
  });

  it('are not found by a label that several fields have', () => {
    expect(targetsOf(['tenant.email', 'Same'])).toEqual(['tenant.email', null]);
  });

  it('mean what the sender says', () => {
    const given = { Mail: 'tenant.email', rent: null, x: 'values.reference' };
    expect(targetsOf(['mail', 'Rent', 'X'], given)).toEqual(['tenant.email', null, 'values.reference']);
  });

  it.each([
    ['column_missing', ['rent'], {}],
    ['column_repeated', ['tenant.email', 'rent', 'Monthly rent'], {}],
    ['column_unknown', ['tenant.email'], { nothing: 'values.rent' }],
    ['column_unknown', ['tenant.email', 'x'], { x: 'values.nothing' }],
  ])('are refused as %s', (code, columns, given) => {
    expect(codeOf(columns, given)).toBe(code);
  });
});
