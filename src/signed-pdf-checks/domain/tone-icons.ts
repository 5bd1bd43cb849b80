import { type Tone } from './statements.js';

/** The sign that stands beside a statement, by its tone. */
export const TONE_ICONS: Readonly<Record<Tone, string>> = {
  good: 'check',
  warn: 'alert',
  bad: 'cross',
  '': 'info',
};
