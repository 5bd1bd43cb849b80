import { isPossibleDate, resolveBirthDate, resolveExpiryDate } from './mrz-dates.js';

describe('dates in the MRZ', () => {
  it.each([
    ['740812', '2026-01-01', '1974-08-12'],
    ['260101', '2026-01-01', '2026-01-01'],
    ['260102', '2026-01-01', '1926-01-02'],
    ['000229', '2026-01-01', '2000-02-29'],
    ['990101', '2026-01-01', '1999-01-01'],
    ['050101', '2104-06-01', '2005-01-01'],
    ['040101', '2104-06-01', '2104-01-01'],
  ])('reads birth date %s, read on %s, as %s', (raw, today, date) => {
    expect(resolveBirthDate(raw, today)).toEqual({ raw, date });
  });

  it.each([
    ['380415', '2026-01-01', '2038-04-15'],
    ['120415', '2026-01-01', '2012-04-15'],
    ['751231', '2026-01-01', '2075-12-31'],
    ['060101', '2026-01-01', '2006-01-01'],
    ['050101', '2026-01-01', null],
    ['760101', '2026-01-01', null],
    ['990101', '2026-01-01', null],
    ['990101', '2049-12-31', null],
    ['990101', '2050-01-01', '2099-01-01'],
    ['050101', '2098-01-01', '2105-01-01'],
    ['990101', '2098-01-01', '2099-01-01'],
  ])('reads expiry date %s, read on %s, as %s', (raw, today, date) => {
    expect(resolveExpiryDate(raw, today)).toEqual({ raw, date });
  });

  it.each(['741332', '740230', '74<<<<', '<<<<<<', '010229', '740800', '74081<'])(
    'does not take %s for a date',
    (raw) => {
      expect(resolveBirthDate(raw, '2026-01-01')).toEqual({ raw, date: null });
      expect(resolveExpiryDate(raw, '2026-01-01')).toEqual({ raw, date: null });
    },
  );

  it('reads no expiry before its holder’s birth', () => {
    expect(resolveExpiryDate('120415', '2026-01-01', '2012-04-14').date).toBe('2012-04-15');
    expect(resolveExpiryDate('120415', '2026-01-01', '2012-04-16').date).toBeNull();
  });

  it.each([
    '',
    '<<<<<<',
    '000000',
    '999999',
    '74<<<<',
    '740000',
    '<<<<12',
    '7408<<',
    '74<<12',
    '000229',
    '740812',
  ])('accepts %s as a date that can be printed', (raw) => expect(isPossibleDate(raw)).toBe(true));

  it.each(['741332', '740230', '7413<<', '740032', '74081<', '7<<<<<', '010229'])(
    'does not accept %s as a date that can be printed',
    (raw) => expect(isPossibleDate(raw)).toBe(false),
  );
});
