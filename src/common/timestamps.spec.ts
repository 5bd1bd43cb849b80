import { isCalendarDay, parseDeadline } from './timestamps.js';

describe('days and deadlines', () => {
  it.each([
    ['2026-02-28', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['2026-2-1', false],
    ['20260201', false],
    ['2026-02-01 ', false],
  ])('judges whether %s is a calendar day: %s', (text, expected) => {
    expect(isCalendarDay(text)).toBe(expected);
  });

  it.each([
    ['2026-05-01', '2026-05-01T23:59:59.999Z'],
    ['2026-05-01T10:00', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01T10:00:30.5', '2026-05-01T10:00:30.500Z'],
    ['2026-05-01T10:00:30,25Z', '2026-05-01T10:00:30.250Z'],
    ['2026-05-01T23:30:00-02', '2026-05-02T01:30:00.000Z'],
    ['2026-05-01T10:00:00+0545', '2026-05-01T04:15:00.000Z'],
  ])('reads the deadline %s as %s', (text, expected) => {
    expect(parseDeadline(text)?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    'now',
    '2026-02-30',
    '2026-05-01T24:00',
    '2026-05-01T10:60',
    '2026-05-01T10',
    '1777777777',
    '2026-W18',
  ])('does not read %s as a deadline', (text) => {
    expect(parseDeadline(text)).toBeNull();
  });
});
