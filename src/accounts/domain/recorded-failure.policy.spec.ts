import { isRecordedFailure } from './recorded-failure.policy.js';

describe('failed sign-ins in the activity log', () => {
  it('records the first five failures of an hour, then each doubling of their number', () => {
    const numbers = Array.from({ length: 1_000 }, (_none, index) => index + 1);
    expect(numbers.filter(isRecordedFailure)).toEqual([1, 2, 3, 4, 5, 10, 20, 40, 80, 160, 320, 640]);
  });
});
