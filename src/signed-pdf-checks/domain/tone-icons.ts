import { type Tone } from './statements.js';

/** The icon next to a statement, by its tone. */
export const TONE_ICONS: Readonly<Record<Tone, string>> = {
  good: 'check',
  warn: 'alert',
  bad: 'cross',
  '': 'info',
};
