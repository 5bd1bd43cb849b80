import { type Statement } from '../../platform/templates/statement.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** In the largest unit that leaves at least two, rounded down: nobody is promised more than there is. */
export function timeLeft(seconds: number): Statement {
  const [unit, length] =
    seconds >= 2 * DAY ? ['days', DAY] : seconds >= 2 * HOUR ? ['hours', HOUR] : ['minutes', MINUTE];
  return { key: `dashboard.timeLeft.${unit}`, values: { count: Math.floor(seconds / Number(length)) } };
}
