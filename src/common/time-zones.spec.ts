import { clockAt, endOfDay, instantAt, startOfDay, timeZoneOf } from './time-zones.js';

describe('timeZoneOf', () => {
  it.each([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Calcutta', 'Asia/Kolkata', 'Etc/GMT+5'])(
    'accepts the time zone %s',
    (zone) => {
      expect(timeZoneOf(zone)).toBe(zone);
    },
  );

  it.each([undefined, 7, '', 'Mars/Olympus', '+02:00', 'Europe/Berlin\n', 'Europe/'.repeat(20), '<script>'])(
    'does not accept the time zone %s',
    (told) => {
      expect(timeZoneOf(told)).toBeNull();
    },
  );
});

const iso = (at: Date | null) => at && at.toISOString();

describe('a time in a zone', () => {
  it.each([
    ['Europe/Berlin', '2026-11-27T14:05', '2026-11-27T13:05:00.000Z'],
    ['Europe/Berlin', '2026-07-01T00:00', '2026-06-30T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-27T14:05', '2026-11-27T08:20:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00:00.000Z'],
    ['UTC', '2026-02-28T23:59', '2026-02-28T23:59:00.000Z'],
  ])('in %s, %s is %s', (zone, text, instant) => {
    expect(iso(instantAt(text, zone))).toBe(instant);
    expect(clockAt(new Date(instant), zone)).toBe(text);
  });

  it('reads a time that the clocks skip as the one they show then', () => {
    const skipped = instantAt('2026-03-29T02:30', 'Europe/Berlin')!;
    expect(iso(skipped)).toBe('2026-03-29T01:30:00.000Z');
    expect(clockAt(skipped, 'Europe/Berlin')).toBe('2026-03-29T03:30');
  });

  it('reads a time that the clocks show twice as the first', () => {
    expect(iso(instantAt('2026-10-25T02:30', 'Europe/Berlin'))).toBe('2026-10-25T00:30:00.000Z');
  });

  it.each([
    '',
    '2026-11-27',
    '2026-02-30T10:00',
    '2026-11-27T24:00',
    '2026-11-27T10:60',
    '2026-11-27T10:00Z',
    '2026-11-27T10:00\n',
    '-02026-11-27T10:00',
  ])('reads no time in %j', (text) => {
    expect(instantAt(text, 'Europe/Berlin')).toBeNull();
  });
});

describe('a day in a zone', () => {
  it.each([
    ['UTC', '2026-11-27', '2026-11-27T00:00:00.000Z', '2026-11-28T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // Midnight does not exist on the day on which Beirut's clocks go forward.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
  ])('in %s, %s begins at %s and ends at %s', (zone, day, start, end) => {
    expect([startOfDay(day, zone), endOfDay(day, zone)].map(iso)).toEqual([start, end]);
  });

  it.each(['', '2026-02-29', '2026-1-1', '2026-11-27T00:00', '20261127'])('reads no day in %j', (day) => {
    expect([startOfDay(day, 'UTC'), endOfDay(day, 'UTC')]).toEqual([null, null]);
  });
});
