import { emailKey } from '../../common/validation/email.decorator.js';

/** Maximum characters of a recipient search: room for a hundred addresses. */
export const MAX_RECIPIENTS = 10_000;

/** The keys of comma-separated addresses; undefined if there are none. */
export function recipientKeys(addresses: string | undefined): string[] | undefined {
  const keys = (addresses ?? '')
    .split(',')
    .map(emailKey)
    .filter((key) => key !== '');
  return keys.length === 0 ? undefined : keys;
}
