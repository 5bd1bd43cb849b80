import { timeLeft } from './time-left.js';

it.each([
  [7 * 86_400 - 1, 'days', 6],
  [2 * 86_400, 'days', 2],
  [2 * 86_400 - 1, 'hours', 47],
  [7_200, 'hours', 2],
  [7_199, 'minutes', 119],
  [59, 'minutes', 0],
])('says of %d seconds how many %s there are: %d', (seconds, unit, count) => {
  expect(timeLeft(seconds)).toEqual({ key: `dashboard.timeLeft.${unit}`, values: { count } });
});
