import { isStorableText } from '../../common/validation/clean-text.js';
import { MAX_URL } from '../../common/validation/limits.js';
import { type Statement } from '../../platform/templates/statement.js';

/** What is entered to set up single sign-on. */
export interface EnteredSignOn {
  /** The name by which members know the issuer. */
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export const MAX_SIGN_ON_NAME = 60;
export const MAX_CLIENT_ID = 255;
export const MAX_CLIENT_SECRET = 1024;
/** Issuers publish what they are at this path below their address (OpenID Connect Discovery, section 4). */
const DISCOVERY = /\/\.well-known\/openid-configuration$/;
/** Visible ASCII, as RFC 6749, appendix A, has it. */
const VISIBLE = /^[\x20-\x7e]*$/;

/** What the fields mean: without spaces around them, and the issuer without the path of its discovery document. */
export const tidySignOn = ({ label, issuer, clientId, clientSecret }: EnteredSignOn): EnteredSignOn => ({
  label: label.trim(),
  issuer: issuer.trim().replace(DISCOVERY, ''),
  clientId: clientId.trim(),
  clientSecret: clientSecret.trim(),
});

/** What is wrong with the fields, by their names; empty if nothing is. */
export function signOnProblems(entered: EnteredSignOn): Partial<Record<keyof EnteredSignOn, Statement>> {
  const { label, issuer, clientId, clientSecret } = entered;
  return {
    ...(!isShort(label, MAX_SIGN_ON_NAME) && { label: problem('label', MAX_SIGN_ON_NAME) }),
    ...(!isIssuer(issuer) && { issuer: problem('issuer') }),
    ...(!(isShort(clientId, MAX_CLIENT_ID) && VISIBLE.test(clientId)) && {
      clientId: problem('clientId', MAX_CLIENT_ID),
    }),
    ...(!(clientSecret.length <= MAX_CLIENT_SECRET && VISIBLE.test(clientSecret)) && {
      clientSecret: problem('clientSecret', MAX_CLIENT_SECRET),
    }),
  };
}

const problem = (field: string, max?: number): Statement => ({
  key: `dashboard.signOn.problems.${field}`,
  ...(max !== undefined && { values: { max } }),
});

const isShort = (text: string, max: number) => text !== '' && text.length <= max && isStorableText(text);

/** An https address without query and fragment (OpenID Connect Core, section 2). */
function isIssuer(text: string): boolean {
  if (text.length > MAX_URL || !isStorableText(text) || !URL.canParse(text)) return false;
  const { protocol, search, hash, username, password, pathname } = new URL(text);
  const isBare = search === '' && hash === '' && username === '' && password === '';
  return protocol === 'https:' && isBare && !pathname.includes('/.well-known/');
}
