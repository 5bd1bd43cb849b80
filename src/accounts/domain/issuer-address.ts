/** Issuers publish their description at this path below their address (OpenID Connect Discovery, section 4). */
const DISCOVERY = '/.well-known/openid-configuration';
/**
 * Marks the address of a description: the issuer's address with this path inserted, at its end or, by RFC 8414
 * (section 3.1), before the issuer's own path.
 */
const WELL_KNOWN = /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(?=\/|$)/;

/** An issuer, and the address of its description if not below its own. */
export interface IssuerAddress {
  issuer: string;
  /** Null for the usual path below the issuer. */
  description: string | null;
}

/** The address of an issuer's description. Its path always contains `/.well-known/`. */
export function descriptionUrl({ issuer, description }: IssuerAddress): string {
  const { href } = new URL(description ?? issuer);
  return isDescription(href) ? href : href.replace(/\/?(?=\?|$)/, DISCOVERY);
}

/** Whether an address is that of a description, rather than of an issuer. */
export const isDescription = (address: string): boolean =>
  new URL(address).pathname.includes('/.well-known/');

/**
 * Whether an issuer that calls itself `named` is the one at a pasted address: with or without a trailing slash, or
 * the address of its description.
 */
export const isIssuerAt = (named: string, address: string): boolean => bare(named) === bare(address);

/** The same issuer under its own name for itself. */
export function renamed(entered: IssuerAddress, named: string): IssuerAddress {
  const usual = { issuer: named, description: null };
  const description = descriptionUrl(entered);
  return descriptionUrl(usual) === description ? usual : { issuer: named, description };
}

function bare(address: string): string {
  const url = new URL(address);
  return url.origin + url.pathname.replace(WELL_KNOWN, '').replace(/\/$/, '');
}
