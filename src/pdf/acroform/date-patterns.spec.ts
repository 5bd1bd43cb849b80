import { dayWritten, isDayPattern, numberedPattern } from './date-patterns.js';

it.each([
  ['12/31/2025', 'mm/dd/yyyy', '2025-12-31'],
  ['1/2/49', 'm/d/yy', '2049-01-02'],
  ['1/2/50', 'm/d/yy', '1950-01-02'],
  ['2 March 2024', 'd mmmm yyyy', '2024-03-02'],
  ['29-feb-24', 'dd-mmm-yy', '2024-02-29'],
  ['Dec 5, 1999', 'mmm d, yyyy', '1999-12-05'],
  ['2025.06.07', 'yyyy.mm.dd', '2025-06-07'],
])('reads %s by %s', (text, pattern, day) => {
  expect(dayWritten(text, pattern)).toBe(day);
});

it.each([
  ['31/12/2025', 'mm/dd/yyyy'],
  ['30-feb-24', 'dd-mmm-yy'],
  ['5 mars 2024', 'd mmmm yyyy'],
  ['12x31x2025', 'mm.dd.yyyy'],
  ['tomorrow', 'mm/dd/yyyy'],
])('does not guess what %s means by %s', (text, pattern) => {
  expect(dayWritten(text, pattern)).toBeNull();
});

it('knows patterns of whole days', () => {
  const days = ['mm/dd/yyyy', 'd.m.yy', 'yyyy-mm-dd'];
  const others = ['mm/yy', 'm/d/yy HH:MM', 'dd', 'd/d/m/yy', `${'d'.repeat(50)}my`, ''];
  expect(days.filter(isDayPattern)).toEqual(days);
  expect(others.filter(isDayPattern)).toEqual([]);
  expect([1, 13, 14].map(numberedPattern)).toEqual(['m/d/yy', 'm/d/yy HH:MM', null]);
});
