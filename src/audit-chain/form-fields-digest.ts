import { hash as digest } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';

/**
 * What ties the form of a request to that of its template: SHA-256, in lower-case hex, over the canonical JSON of the
 * fields without `value` and `readOnly`, which senders may give for each request.
 */
export function formFieldsSha256(fields: readonly object[]): string {
  const blank = fields.map((field) =>
    Object.fromEntries(
      Object.entries(field).filter(([member]) => member !== 'value' && member !== 'readOnly'),
    ),
  );
  return digest('sha256', canonicalJson(blank), 'hex');
}
