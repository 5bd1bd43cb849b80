import { createHmac } from 'node:crypto';

/** Secrets that tie a sign-in at an issuer to its browser. */
export interface SignOnSecrets {
  state: string;
  /** Comes back inside the signed token (OpenID Connect Core, section 3.1.2.1). */
  nonce: string;
  /** Proves that the one who redeems the code also started the sign-in (RFC 7636). */
  verifier: string;
}

/**
 * Derives these from the browser's secret, so nothing in the database helps to complete a sign-in.
 * @param holder - the value of the browser's cookie, which is new for each sign-in
 */
export const signOnSecrets = (holder: string, state: string): SignOnSecrets => ({
  state,
  nonce: derived(holder, `nonce ${state}`),
  verifier: derived(holder, `verifier ${state}`),
});

const derived = (holder: string, purpose: string) =>
  createHmac('sha256', holder).update(`single sign-on ${purpose}`).digest('base64url');
