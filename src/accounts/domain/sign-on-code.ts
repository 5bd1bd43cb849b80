import { randomInt } from 'node:crypto';

/** Leaves out characters that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 12;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** The last part of an organization's sign-in address. It cannot be guessed, but is not a secret. */
export const newSignOnCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export const isSignOnCode = (text: string) => CODE.test(text);

/** Finds the code in typed text: the code itself, or an address that ends with it. Null if there is none. */
export function signOnCodeIn(typed: string): string | null {
  const code = typed.trim().replace(/\/+$/, '').split('/').at(-1)!.toLowerCase();
  return isSignOnCode(code) ? code : null;
}
