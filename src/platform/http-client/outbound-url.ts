import { isIP } from 'node:net';
import { isStorableText } from '../../common/validation/clean-text.js';
import { MAX_URL } from '../../common/validation/limits.js';
import {
  type AddressPolicy,
  type Permission,
  PRIVATE_AUTHORITY,
  RefusedAddressError,
} from './public-address.js';

/** Ports of mail servers, which could interpret a request body as commands. */
const REFUSED_PORTS = new Set(['25', '465', '587']);

const HTTP_NEEDS = `${PRIVATE_AUTHORITY}; http:// needs WEBHOOK_ALLOW_HTTP=true and an address within WEBHOOK_ALLOWED_CIDRS`;

/**
 * Parses a URL that a caller wants us to connect to. The addresses of its host are checked at each connect; an IP
 * literal is checked here, because it is not resolved.
 * @throws RefusedAddressError in plain words
 */
export function parseOutboundUrl(text: string, policy: Permission, protocols = ['https:']): URL {
  if (text.length > MAX_URL || !isStorableText(text) || !URL.canParse(text))
    throw new RefusedAddressError('the address is not a valid URL');
  const url = new URL(text);
  if (!protocols.includes(url.protocol))
    throw new RefusedAddressError(`the address must begin with ${protocols.at(-1)}//`);
  if (url.username !== '' || url.password !== '')
    throw new RefusedAddressError('the address must not contain credentials');
  if (REFUSED_PORTS.has(url.port))
    throw new RefusedAddressError(`port ${url.port} belongs to mail servers and is not allowed`);
  const host = bareHost(url);
  // URL has already normalized every notation of an address.
  if (isIP(host) !== 0 && !policy.permits(host)) throw policy.refusal(host);
  return url;
}

/** The host, without the brackets of an IPv6 literal. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/**
 * `parseOutboundUrl` for webhooks: without TLS only to the operator's ranges, and only if that is allowed at all.
 * @throws RefusedAddressError in plain words
 */
export function parseWebhookUrl(text: string, policy: AddressPolicy, isHttpAllowed: boolean): URL {
  const isHttp = URL.canParse(text) && new URL(text).protocol === 'http:';
  if (!isHttp) return parseOutboundUrl(text, policy);
  if (!isHttpAllowed) throw new RefusedAddressError(`the address must begin with https://. ${HTTP_NEEDS}`);
  return parseOutboundUrl(text, policy.onlyAllowed, ['http:']);
}
