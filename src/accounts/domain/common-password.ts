import { createRequire } from 'node:module';

/** Minimum letters in a word; fewer between digits say nothing about a password. */
const MIN_WORD = 4;
/** Keyboard and counting sequences, checked in both directions. */
const RUNS = [
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];

const require = createRequire(import.meta.url);
let known: ReadonlySet<string> | undefined;

/** Loaded when the first password is chosen: it takes 0.1 s and 5 MB. */
function commonPasswords(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  return (known ??= new Set(dictionary['passwords-common']));
}

/**
 * Whether guessers try a password early: it is one of about 49,000 that leaked often, possibly repeated or surrounded
 * by digits and signs, or a run of keys (NIST SP 800-63B-4 §3.1.1.2: "commonly used, expected, or compromised"). Case
 * is ignored. A password that merely contains a common word is not common.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFC').toLowerCase();
  const unit = repeatedPart(lower);
  return [lower, unit].some((text) => commonPasswords().has(text)) || isRun(unit) || isDecorated(unit);
}

/** The shortest prefix that, repeated, makes up the text; the text itself if there is none. */
function repeatedPart(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

/** Whether it is part of a run that wraps around, such as `7890123`. */
function isRun(text: string): boolean {
  const isIn = (run: string) => run.repeat(Math.ceil(text.length / run.length) + 1).includes(text);
  return RUNS.some((run) => isIn(run) || isIn([...run].reverse().join('')));
}

/** Whether it is a common password surrounded only by digits and signs. */
function isDecorated(text: string): boolean {
  const [, before, rest] = /^(\P{L}*)(.*)$/su.exec(text)!;
  const after = /\P{L}*$/u.exec(rest!)![0];
  const core = rest!.slice(0, rest!.length - after.length);
  if (core.length < MIN_WORD) return false;
  const ends = Array.from({ length: after.length + 1 }, (_, end) => core + after.slice(0, end));
  return ends.some((end) =>
    Array.from({ length: before!.length + 1 }, (_, start) => before!.slice(start) + end).some((part) =>
      commonPasswords().has(repeatedPart(part)),
    ),
  );
}
