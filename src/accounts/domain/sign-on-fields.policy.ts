import { isStorableText } from '../../common/validation/clean-text.js';
import { MAX_URL } from '../../common/validation/limits.js';
import { type Statement } from '../../platform/templates/statement.js';
import { isDescription } from './issuer-address.js';

/** The entered settings of a single sign-on. */
export interface EnteredSignOn {
  /** The name by which members know the issuer. */
  label: string;
  /** The issuer's address, or that of its description if it has the usual path. */
  issuer: string;
  /** The address of the issuer's description, if not the usual one; otherwise empty. */
  description: string;
  clientId: string;
  clientSecret: string;
}

export const MAX_SIGN_ON_NAME = 60;
export const MAX_CLIENT_ID = 255;
export const MAX_CLIENT_SECRET = 1024;
/** Visible ASCII as defined in RFC 6749, appendix A. */
const VISIBLE = /^[\x20-\x7e]*$/;
/** Issuers shared by many organizations call themselves `https://login.microsoftonline.com/{tenantid}/v2.0`. */
const PLACEHOLDER = /[{}]/;

/** Trims the fields. */
export const tidySignOn = (entered: EnteredSignOn): EnteredSignOn => ({
  label: entered.label.trim(),
  issuer: entered.issuer.trim(),
  description: entered.description.trim(),
  clientId: entered.clientId.trim(),
  clientSecret: entered.clientSecret.trim(),
});

/** Problems by field name; empty if there are none. */
export function signOnProblems(entered: EnteredSignOn): Partial<Record<keyof EnteredSignOn, Statement>> {
  const { label, issuer, description, clientId, clientSecret } = entered;
  const isIssuer = isIssuerName(issuer) || (description === '' && isDescribedAt(issuer));
  return {
    ...(!isShort(label, MAX_SIGN_ON_NAME) && { label: problem('label', MAX_SIGN_ON_NAME) }),
    ...(!isIssuer && { issuer: problem('issuer') }),
    ...(description !== '' && !isAddress(description) && { description: problem('description') }),
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

/** An https address without query and fragment (OpenID Connect Core, section 2), which names exactly one issuer. */
export const isIssuerName = (text: string): boolean =>
  isAddress(text) && new URL(text).search === '' && !isDescription(text) && !PLACEHOLDER.test(text);

/** The address of a description can have a query, as Azure AD B2C shows it. */
const isDescribedAt = (text: string) => isAddress(text) && isDescription(text);

function isAddress(text: string): boolean {
  if (text.length > MAX_URL || !isStorableText(text) || !URL.canParse(text)) return false;
  const { protocol, hash, username, password } = new URL(text);
  return protocol === 'https:' && hash === '' && username === '' && password === '';
}
