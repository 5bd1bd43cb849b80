import { field, formOf, type Members } from '../../test/support/forms.js';
import { decidedFields } from './decided-fields.js';

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
