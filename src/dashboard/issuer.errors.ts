import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { NoAnswerError } from '../platform/http-client/whole-answer.js';

/**
 * Why an issuer did not sign somebody in: the person or the issuer said no (`denied`), the issuer cannot be reached, it calls
 * itself something else, it lacks what we need, or its answer is not right.
 */
export type IssuerProblem = 'denied' | 'unreachable' | 'mismatch' | 'unfit' | 'refused';

/** An issuer did not do what was asked of it. */
export class IssuerError extends Error {
  /** @param detail - for whoever looks after the sign-on: our own words or a code, nothing that the issuer wrote freely */
  constructor(
    readonly problem: IssuerProblem,
    readonly detail: string,
  ) {
    super(`${problem}: ${detail}`);
  }
}

/** The library's code for a description that names another issuer. */
const OTHER_ISSUER = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
/** Error codes of the library and of the protocols (RFC 6749, section 5.2). */
const CODE = /^\w{1,60}$/;
const MAX_CAUSES = 5;

/** What went wrong while talking to an issuer. Whatever was not expected is refused, too. */
export function issuerErrorOf(thrown: unknown): IssuerError {
  for (const error of causesOf(thrown)) {
    if (error instanceof IssuerError) return error;
    if (error instanceof NoAnswerError) return new IssuerError('unreachable', error.message);
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
      return new IssuerError('denied', error.error);
    if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
      return new IssuerError('refused', codeOf(error.error));
  }
  const code = codeOf((thrown as { code?: unknown } | null)?.code);
  return new IssuerError(code === OTHER_ISSUER ? 'mismatch' : 'refused', code);
}

function causesOf(thrown: unknown): unknown[] {
  const causes: unknown[] = [thrown];
  while (causes.length < MAX_CAUSES && causes.at(-1) instanceof Error)
    causes.push((causes.at(-1) as Error).cause);
  return causes;
}

const codeOf = (code: unknown) => (typeof code === 'string' && CODE.test(code) ? code : 'invalid');
