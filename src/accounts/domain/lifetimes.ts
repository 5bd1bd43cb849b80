/** How long a browser is known after its last use: as long as browsers keep a cookie (RFC 6265bis §5.5). */
export const KNOWN_DAYS = 400;

/** How long a person may take at the issuer. */
export const SIGN_ON_MINUTES = 10;
