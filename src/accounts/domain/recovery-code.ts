import { randomInt } from 'node:crypto';

/** Leaves out letters that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

export const RECOVERY_CODES = 10;

/** A code of 60 random bits, such as `K7QD-02MX-9HTB`. */
export function newRecoveryCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The form in which codes are compared; null for text that cannot be one. */
export function recoveryCodeKey(typed: string): string | null {
  const bare = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[A-Z0-9]{12}$/.test(bare) ? bare : null;
}
