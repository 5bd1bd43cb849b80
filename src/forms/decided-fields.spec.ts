import { field, formOf, type Members } from '../../test/support/forms.js';
import { decidedFields, settledFormulas } from './decided-fields.js';

const fixed = (key: string, more: Members = {}) => field(key, 'checkbox', { readOnly: true, ...more });
const when = (...keys: string[]) => ({ showIf: { all: keys.map((key) => ({ field: key, is: true })) } });
const decided = (...fields: Members[]) => [...decidedFields(formOf(...fields))].sort();

describe('decided fields', () => {
  it('are those without a condition, and those that depend on read-only fields', () => {
    const open = field('b', 'checkbox');
    expect(decided(fixed('a'), open, fixed('c', when('a')), fixed('d', when('b')))).toEqual(['a', 'b', 'c']);
  });

  it('are not those that depend on a read-only field which a signer may hide', () => {
    const fields = [
      field('a', 'checkbox'),
      fixed('b', when('a')),
      fixed('c', { showIf: { not: when('b').showIf } }),
    ];
    expect(decided(...fields)).toEqual(['a']);
  });

  it('are found at once in a long chain in which each depends on the two before', () => {
    const chain = Array.from({ length: 900 }, (_, at) =>
      fixed(`f${at}`, at < 2 ? {} : when(`f${at - 1}`, `f${at - 2}`)),
    );
    expect(decided(...chain)).toHaveLength(900);
  });
});

describe('settled formulas', () => {
  const number = (key: string, role: string, more: Members = {}) => field(key, 'number', { role, ...more });
  const formula = (key: string, formula: string, more: Members = {}) =>
    field(key, 'formula', { formula, role: 'second', ...more });
  const settled = (role: string, roles: string[], ...fields: Members[]) =>
    Object.fromEntries(settledFormulas(formOf(...fields), new Set(roles), role));

  it('come from numbers of those who have acted or are acting, also by way of other formulas', () => {
    const fields = [
      number('a', 'first'),
      number('b', 'second'),
      formula('half', 'a / 2', { role: 'first' }),
      formula('share', '100 / half'),
      formula('open', 'a / b'),
    ];
    expect(settled('first', ['first'], ...fields)).toEqual({ half: ['a'], share: ['a'] });
    expect(settled('second', ['first', 'second'], ...fields)).toEqual({ open: ['b'] });
  });

  it('are not those that somebody later may still hide, but those that depend on a fixed number', () => {
    const fields = [
      number('a', 'first'),
      number('fixed', 'second', { readOnly: true }),
      field('tick', 'checkbox', { role: 'second' }),
      formula('hidden', '1 / a', { showIf: { field: 'tick', is: true } }),
      formula('share', 'fixed / a'),
    ];
    expect(settled('first', ['first'], ...fields)).toEqual({ share: ['a'] });
  });
});
