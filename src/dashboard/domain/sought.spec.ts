import { readSought } from './sought.js';

describe('a search box', () => {
  it.each([
    ['59', { id: 59 }],
    ['#59', { id: 59 }],
    [' Anna@Signers.test ', { address: 'anna@signers.test' }],
    ['anna@', { address: 'anna@' }],
    ['Lease 59', { text: 'Lease 59' }],
    ['100%', { text: '100%' }],
    ['0', null],
    ['99999999999999999999', null],
    [`${'x'.repeat(254)}@`, null],
    ['x'.repeat(301), null],
    ['a\0b', null],
  ])('reads %j as %j', (typed, expected) => {
    expect(readSought(typed)).toEqual(expected);
  });
});
