import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { NoAnswerError } from '../platform/http-client/whole-answer.js';
import { type IssuerProblem, isTokenClaim } from './domain/sign-on-problem.js';

/** An issuer did not do what was requested. */
export class IssuerError extends Error {
  /**
   * @param detail - for the sign-on's administrators: our own words or a code, never the issuer's free text
   * @param named - the issuer that the description names, if it is a different one and usable
   */
  constructor(
    readonly problem: IssuerProblem,
    readonly detail: string,
    readonly named?: string,
  ) {
    super(`${problem}: ${detail}`);
  }
}

/** Error codes of the library and of the protocols (RFC 6749, section 5.2). */
const CODE = /^\w{1,60}$/;
const MAX_CAUSES = 5;

/** What went wrong while talking to an issuer. Unexpected errors count as `refused`. */
export function issuerErrorOf(thrown: unknown): IssuerError {
  for (const error of causesOf(thrown)) {
    if (error instanceof IssuerError) return error;
    if (error instanceof NoAnswerError) return new IssuerError('unreachable', error.message);
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
      return new IssuerError('denied', error.error);
    if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
      return new IssuerError('refused', codeOf(error.error));
  }
  const claim = causesOf(thrown).map(claimOf).find(isTokenClaim);
  if (claim) return new IssuerError('refused', claim);
  return new IssuerError('refused', codeOf((thrown as { code?: unknown } | null)?.code));
}

/** The thrown value and its causes: errors, possibly ending with the details of the last one. */
function causesOf(thrown: unknown): unknown[] {
  const causes: unknown[] = [thrown];
  while (causes.length < MAX_CAUSES && causes.at(-1) instanceof Error)
    causes.push((causes.at(-1) as Error).cause);
  return causes;
}

/** The claim of a token that the library found wrong. */
const claimOf = (cause: unknown) => (cause as { claim?: unknown } | null | undefined)?.claim;

const codeOf = (code: unknown) => (typeof code === 'string' && CODE.test(code) ? code : 'invalid');
