import { isToldWhenOver } from './telling.policy.js';

const beganAt = new Date('2031-01-01T00:00:00Z');
const after = (minutes: number) => new Date(beganAt.getTime() + minutes * 60_000);

describe('what owners are told once it is over', () => {
  it.each([
    ['mail that failed for an hour', 'mail', 60, false, true],
    ['not mail that failed for less', 'mail', 59, false, false],
    ['an endpoint whose failing was told', 'endpoint', 90, true, true],
    ['not an endpoint whose failing was not told', 'endpoint', 90, false, false],
  ] as const)('is %s', (_case, what, minutes, wasTold, isTold) => {
    expect(isToldWhenOver({ what, beganAt, endedAt: after(minutes), wasTold })).toBe(isTold);
  });
});
