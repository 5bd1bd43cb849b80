import { X509Certificate } from 'node:crypto';
import { isValidAt } from '../read-certificate.js';

/** Longer than real chains. */
const MAX_CHAIN = 64;

/** The certificate in a pool that issued this one (RFC 5280 §6.1); undefined if there is none. */
export function issuerOf(certificate: Buffer, pool: readonly Buffer[]): Buffer | undefined {
  const issued = new X509Certificate(certificate);
  return pool.find((der) => {
    try {
      const issuer = new X509Certificate(der);
      return issuer.ca && issued.checkIssued(issuer) && issued.verify(issuer.publicKey);
    } catch {
      return false;
    }
  });
}

export function isSelfSigned(certificate: Buffer): boolean {
  return issuerOf(certificate, [certificate]) !== undefined;
}

/**
 * A certificate and its issuers as far as the pool contains them, ending with the root if it does.
 * @param longest - limit on the chain; for untrusted certificates, longer than real chains
 */
export function chainOf(certificate: Buffer, pool: readonly Buffer[], longest = MAX_CHAIN): Buffer[] {
  const chain = [certificate];
  while (chain.length < longest && !isSelfSigned(chain.at(-1)!)) {
    const issuer = issuerOf(chain.at(-1)!, pool);
    if (!issuer || chain.some((each) => each.equals(issuer))) break;
    chain.push(issuer);
  }
  return chain;
}

/** The chain up to the first anchor; null if it has none, or a certificate is not valid at `time`. */
export function trustedChain(
  chain: readonly Buffer[],
  anchors: readonly Buffer[],
  time: Date,
): Buffer[] | null {
  const end = chain.findIndex((each) => anchors.some((anchor) => anchor.equals(each)));
  const trusted = chain.slice(0, end + 1);
  const areValid = trusted.every((each) => isValidAt(new X509Certificate(each), time));
  return trusted.length > 0 && areValid ? trusted : null;
}
