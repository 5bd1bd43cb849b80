/** Issuers publish what they are at this path below their address (OpenID Connect Discovery, section 4). */
const DISCOVERY = '/.well-known/openid-configuration';
/**
 * The path within the address of a description, which is the issuer's with this in it: at its end, or, by RFC 8414
 * (section 3.1), before the issuer's own path.
 */
const WELL_KNOWN = /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(?=\/|$)/;

/** An issuer, and where it describes itself if that is not below its address. */
export interface IssuerAddress {
  issuer: string;
  /** Null: at the usual path below the issuer. */
  description: string | null;
}

/** Where an issuer's description is. Its path always contains `/.well-known/`. */
export function descriptionUrl({ issuer, description }: IssuerAddress): string {
  const { href } = new URL(description ?? issuer);
  return isDescription(href) ? href : href.replace(/\/?(?=\?|$)/, DISCOVERY);
}

/** Whether an address is that of a description, rather than of an issuer. */
export const isDescription = (address: string): boolean =>
  new URL(address).pathname.includes('/.well-known/');

/**
 * Whether an issuer that calls itself `named` is the one at an address as people copy it: with or without a slash at its
 * end, or as the address of its description.
 */
export const isIssuerAt = (named: string, address: string): boolean => bare(named) === bare(address);

/** The same issuer under the name that it has for itself. */
export function renamed(entered: IssuerAddress, named: string): IssuerAddress {
  const usual = { issuer: named, description: null };
  const description = descriptionUrl(entered);
  return descriptionUrl(usual) === description ? usual : { issuer: named, description };
}

function bare(address: string): string {
  const url = new URL(address);
  return url.origin + url.pathname.replace(WELL_KNOWN, '').replace(/\/$/, '');
}
