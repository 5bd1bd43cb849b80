import { emailKey } from '../../common/validation/email.decorator.js';

/** Characters of a search for recipients: room for a hundred addresses. */
export const MAX_RECIPIENTS = 10_000;

/** The keys of the addresses, which commas separate; undefined if there is none. */
export function recipientKeys(addresses: string | undefined): string[] | undefined {
  const keys = (addresses ?? '')
    .split(',')
    .map(emailKey)
    .filter((key) => key !== '');
  return keys.length === 0 ? undefined : keys;
}
