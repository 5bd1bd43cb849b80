import { type FormField } from '../../forms/form-definition.js';
import { cleanedAddress, looksRounded, readCell, unguarded } from './cells.js';

const field = (kind: string, more: object = {}) =>
  ({
    key: 'f',
    role: 'r',
    label: '',
    help: '',
    required: false,
    kind,
    validation: {},
    ...more,
  }) as never as FormField;
const POINT = { decimalMark: '.', dateOrder: 'ymd' } as const;
const UNSAID = { decimalMark: null, dateOrder: 'ymd' } as const;

describe('a cell', () => {
  it.each([
    ["'=1+1", '=1+1'],
    ["'-5", '-5'],
    ["''=1", "''=1"],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ['=1', '=1'],
  ])('%s loses one apostrophe where it guards a formula: %s', (cell, read) => {
    expect(unguarded(cell)).toBe(read);
  });

  it.each([
    ['1.23E+11', true],
    ['1,23E+11', true],
    ['4E+15', true],
    ['-1.5e+10', true],
    ['1.23E11', false],
    ['12.3E+11', false],
    ['E+11', false],
  ])('%s was rounded by a spreadsheet: %s', (cell, is) => {
    expect(looksRounded(cell)).toBe(is);
    if (is)
      for (const kind of ['text', 'number'])
        expect(readCell(field(kind), cell, POINT).fault?.code).toBe('row_looks_rounded');
  });

  it.each([
    ['number', '1,234.50', POINT, '1234.5'],
    ['number', '1.234,50', POINT, '1234.5'],
    ['number', '1.234', POINT, '1.234'],
    ['number', '1.234', { ...POINT, decimalMark: ',' }, '1234'],
    ['chosen_date', '2026-05-31', POINT, '2026-05-31'],
    ['chosen_date', '31.5.2026', { ...POINT, dateOrder: 'dmy' }, '2026-05-31'],
    ['chosen_date', '5/31/2026', { ...POINT, dateOrder: 'mdy' }, '2026-05-31'],
    ['checkbox', 'WAHR', POINT, true],
    ['checkbox', 'no', POINT, false],
    ['checkboxes', 'a | b', POINT, ['a', 'b']],
    ['text', '  as it is ', POINT, '  as it is '],
    ['text', '  ', POINT, null],
  ] as const)('of a %s reads %s', (kind, cell, spelling, value) => {
    const reading = readCell(field(kind), cell, spelling);
    if (reading.fault) throw new Error(reading.fault.problem);
    const read = reading.value;
    expect(kind === 'number' ? Number(read) : read).toEqual(kind === 'number' ? Number(value) : value);
  });

  it.each(['1.234', '1,234', '-12,345'])('of a number asks what %s means', (cell) => {
    expect(readCell(field('number'), cell, UNSAID).fault?.code).toBe('value_ambiguous');
  });

  it.each(['1234.50', '1,234.50', '1.234,50', '1234,5', '1234'])(
    'of a number needs no more for %s',
    (cell) => {
      expect(readCell(field('number'), cell, UNSAID).fault).toBeNull();
    },
  );

  it.each([
    ['chosen_date', '46173', 'as a spreadsheet counts it'],
    ['chosen_date', '31.5.2026', 'YYYY-MM-DD'],
    ['chosen_date', '2026-02-30', 'YYYY-MM-DD'],
    ['checkbox', 'maybe', 'true or false'],
    ['number', 'many', 'a number'],
  ])('of a %s refuses %s', (kind, cell, problem) => {
    const { fault } = readCell(field(kind), cell, POINT);
    expect(fault?.problem).toContain(problem);
    expect(fault?.problem).not.toContain(cell);
  });

  it.each([
    ['a@b.test', 'a@b.test', false],
    [' a@b.test ', 'a@b.test', false],
    ['mailto:a@b.test', 'a@b.test', true],
    ['<a@b.test>', 'a@b.test', true],
    ['a@b.test.', 'a@b.test', true],
    ['a@\u200bb.test', 'a@b.test', true],
    ['\u00a0a@b.test', 'a@b.test', false],
  ])('%s is the address %s', (cell, address, isCleaned) => {
    expect(cleanedAddress(cell)).toEqual({ address, isCleaned });
  });
});
