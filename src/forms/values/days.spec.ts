import { dayOf, daysFromToday, isDay, isRelativeDay, typedDay } from './days.js';

describe('days', () => {
  it.each(['2024-02-29', '1000-01-01', '9999-12-31', '2026-12-31'])('%s is one', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    ...['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '0999-12-31', '2026-1-1', '20260101'],
    ...['2026-01-01T00:00', ' 2026-01-01', '٢٠٢٦-٠١-٠١', '', '2026-01-1x', '+2026-01-01'],
  ])('%j is none', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it.each([
    ['2026-3-7', '2026-03-07'],
    [' 2026-03-07 ', '2026-03-07'],
    ['2026-02-30', null],
    ['7-3-2026', null],
    ['2026-3', null],
    ['2026-3-7-1', null],
    ['2026-003-07', null],
    ['2026--7', null],
    ['3/7/2026', null],
  ])('reads %j as %s', (entry, day) => {
    expect(typedDay(entry)).toBe(day);
  });

  it.each([
    ['today', 0],
    ['today+14', 14],
    ['today-1', -1],
    ['today+', null],
    ['today+100000', null],
    ['tomorrow', null],
    ['today + 1', null],
  ])('%s is %s days from today', (text, days) => {
    expect(daysFromToday(text)).toBe(days);
    expect(isRelativeDay(text)).toBe(days !== null);
  });

  it.each([
    ['today+1', '2024-02-28', '2024-02-29'],
    ['today-1', '2026-01-01', '2025-12-31'],
    ['today+366', '2024-03-01', '2025-03-02'],
    ['2026-05-05', '2026-01-01', '2026-05-05'],
  ])('%s of %s is %s', (limit, today, day) => {
    expect(dayOf(limit, today)).toBe(day);
  });

  it('knows no relative day without today', () => {
    expect(dayOf('today', null)).toBeNull();
    expect(dayOf('2026-05-05', null)).toBe('2026-05-05');
  });
});
