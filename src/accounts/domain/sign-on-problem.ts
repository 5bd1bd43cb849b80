/**
 * Why an issuer did not sign someone in: the person or the issuer refused (`denied`), the issuer cannot be reached,
 * it calls itself something else, it lacks what we need, one of its endpoints is not at https, or its response is
 * invalid.
 */
export type IssuerProblem = 'denied' | 'unreachable' | 'mismatch' | 'unfit' | 'insecure' | 'refused';

/**
 * Why someone who came back from an issuer is not let in: a problem of the issuer; the sign-in belongs to another
 * browser or took too long; the identity is unknown; it or the member is already connected; the session has ended; or
 * the invitation no longer works.
 */
export type SignOnProblem = IssuerProblem | 'stale' | 'unconnected' | 'taken' | 'signed_out' | 'invitation';

/** The claims of a token that are checked (OpenID Connect Core, section 3.1.3.7). */
const CLAIMS: ReadonlySet<unknown> = new Set(['iss', 'aud', 'azp', 'sub', 'nonce', 'exp', 'nbf', 'iat']);

export const isTokenClaim = (text: unknown): text is string => CLAIMS.has(text);
