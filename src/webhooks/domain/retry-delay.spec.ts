import { MAX_ATTEMPTS, readRetryAfter, retryDelay } from './retry-delay.js';

describe('retryDelay', () => {
  it.each([
    [1, 270, 300, 330],
    [2, 540, 600, 660],
    [3, 1080, 1200, 1320],
    [4, 2160, 2400, 2640],
  ])("keeps within 10 % of the contract's delay after attempt %i", (attempt, least, middle, most) => {
    expect(retryDelay(attempt, null, 0)).toBe(least);
    expect(retryDelay(attempt, null, 0.5)).toBe(middle);
    expect(retryDelay(attempt, null, 1)).toBe(most);
  });

  it('schedules no retry after the fifth attempt', () => {
    expect(MAX_ATTEMPTS).toBe(5);
    expect(retryDelay(5, 60, 0.5)).toBeNull();
  });

  it.each([
    [10, 300],
    [300, 300],
    [400, 400],
    [450, 450],
    [100_000, 450],
  ])('delays by Retry-After %i for %i seconds, at most half as long again', (retryAfter, expected) => {
    expect(retryDelay(1, retryAfter, 0.5)).toBe(expected);
  });
});

describe('readRetryAfter', () => {
  const date = 'Wed, 01 Jan 2031 00:00:00 GMT';

  it.each([
    [{ 'retry-after': '120' }, 120],
    [{ 'retry-after': ' 0 ' }, 0],
    [{ 'retry-after': 'Wed, 01 Jan 2031 00:02:00 GMT', date }, 120],
    [{ 'retry-after': 'Tue, 31 Dec 2030 23:59:00 GMT', date }, null],
    [{ 'retry-after': 'Wed, 01 Jan 2031 00:02:00 GMT' }, null],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': '1.5e3' }, null],
    [{ 'retry-after': 'soon', date }, null],
    [{}, null],
  ])('reads the delay from %j as %j', (headers, expected) => {
    expect(readRetryAfter(headers as Record<string, string>)).toBe(expected);
  });
});
