import ipaddr from 'ipaddr.js';

/** A comma-separated list of CIDR ranges, such as `127.0.0.0/8,::1/128`. */
export const isCidrList = (value: unknown): boolean =>
  typeof value === 'string' && splitList(value).every((range) => ipaddr.isValidCIDR(range));

/** Splits a comma-separated list, dropping spaces and empty entries. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
