import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/**
 * Trusts Node's certificate authorities and the operator's own. Created once for many connections: reading all
 * authorities takes 15 ms.
 */
export function trustedContext(caFile: string | undefined): SecureContext {
  return createSecureContext({ ca: trustedCertificates(caFile), minVersion: 'TLSv1.2' });
}

/** Undefined for Node's default. */
function trustedCertificates(caFile: string | undefined): string[] | undefined {
  if (caFile === undefined) return undefined;
  try {
    return [...rootCertificates, readFileSync(caFile, 'utf8')];
  } catch (error) {
    throw new Error(`WEBHOOK_CA_FILE cannot be read: ${caFile}`, { cause: error });
  }
}
