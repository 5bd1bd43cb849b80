import { randomInt } from 'node:crypto';

/** Without characters that look like others. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 12;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** The end of the address at which an organization's members sign in. It cannot be guessed, but is not a secret. */
export const newSignOnCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export const isSignOnCode = (text: string) => CODE.test(text);

/** The code in what was typed: the code itself, or the address that ends with it. Null if there is none. */
export function signOnCodeIn(typed: string): string | null {
  const code = typed.trim().replace(/\/+$/, '').split('/').at(-1)!.toLowerCase();
  return isSignOnCode(code) ? code : null;
}
