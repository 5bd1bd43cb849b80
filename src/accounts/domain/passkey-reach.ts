import { isIP } from 'node:net';

/** The site that passkeys are created for. They work only there. */
export interface PasskeySite {
  /** The relying party's id: the host without the port. */
  id: string;
  origin: string;
}

/**
 * The passkey site, or null where browsers offer no passkeys: outside a secure context and at an IP address.
 * @param host - the request's Host header; on the same computer people may use another name
 */
export function passkeySite(publicUrl: string, host: string | undefined): PasskeySite | null {
  const { protocol, hostname, host: expected, origin } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return null;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isSecure = protocol === 'https:' || (isLocal && host === expected);
  return isSecure ? { id: hostname, origin } : null;
}
