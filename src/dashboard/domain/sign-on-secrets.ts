import { createHmac } from 'node:crypto';

/** What a sign-in at an issuer is bound to, besides the browser. */
export interface SignOnSecrets {
  state: string;
  /** Comes back inside the signed token (OpenID Connect Core, section 3.1.2.1). */
  nonce: string;
  /** Shows that the code is redeemed by the one who started the sign-in (RFC 7636). */
  verifier: string;
}

/**
 * Derives all that a sign-in needs from the browser's secret, so that nothing in the database helps to complete it.
 * @param holder - the value of the browser's cookie, which is new for each sign-in
 */
export const signOnSecrets = (holder: string, state: string): SignOnSecrets => ({
  state,
  nonce: derived(holder, `nonce ${state}`),
  verifier: derived(holder, `verifier ${state}`),
});

const derived = (holder: string, purpose: string) =>
  createHmac('sha256', holder).update(`single sign-on ${purpose}`).digest('base64url');
