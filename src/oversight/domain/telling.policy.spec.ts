import { isToldWhenOver } from './telling.policy.js';

const beganAt = new Date('2031-01-01T00:00:00Z');
const after = (minutes: number) => new Date(beganAt.getTime() + minutes * 60_000);

describe('notifications to owners after a disruption', () => {
  it.each([
    ['mail that failed for an hour is reported', 'mail', 60, false, true],
    ['mail that failed for less is not', 'mail', 59, false, false],
    ['a reported endpoint failure is reported as over', 'endpoint', 90, true, true],
    ['an unreported endpoint failure is not', 'endpoint', 90, false, false],
  ] as const)('decides whether owners are told of the end: %s', (_case, what, minutes, wasTold, isTold) => {
    expect(isToldWhenOver({ what, beganAt, endedAt: after(minutes), wasTold })).toBe(isTold);
  });
});
