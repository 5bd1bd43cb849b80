import { failedConnection } from './connection-phases.js';
import { ProxyError } from './proxy-tunnel.js';
import { PrivateAddressError, RefusedAddressError } from './public-address.js';

/** Plain words for the usual network failures of Node and undici, by code. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ETIMEDOUT: 'no connection: the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'no connection: the host does not answer',
  EHOSTUNREACH: 'no connection: the host cannot be reached',
  ENETUNREACH: 'no connection: the network cannot be reached',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name not found: the name server did not answer',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate of an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate of an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate of an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'certificate of an unknown authority, or without its intermediate certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate of another host',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'TLS too old: 1.2 or 1.3 is needed',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'TLS too old: 1.2 or 1.3 is needed',
};

/** The connection ended before the answer did. */
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO|ERR_OSSL|HOSTNAME_MISMATCH)/;
/** OpenSSL's long lines: `0E9A…:error:0A00010B:SSL routines:…:wrong version number:../deps/…:354:`. */
const OPENSSL_LINE = /error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/;
const MAX_REASON = 300;

/** Why a request failed before its response was complete, in plain words without addresses or stacks. */
export function failureReason(error: unknown, hasBegun = true): string {
  if (error instanceof PrivateAddressError) return `private address: ${error.message}`;
  if (error instanceof RefusedAddressError) return `address not allowed: ${error.message}`;
  if (error instanceof ProxyError) return `proxy: ${error.message}`;
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const certificate = validityProblem(code, error);
  if (certificate !== undefined) return certificate;
  if (CUT_OFF.has(code)) return hasBegun ? 'answer cut off' : 'connection closed without an answer';
  if (REASONS[code] !== undefined) return REASONS[code];
  if (code.startsWith('HPE_')) return 'the answer is not valid HTTP';
  if (TLS_CODE.test(code))
    return `TLS error: ${OPENSSL_LINE.exec(message)?.[1] ?? message}`.slice(0, MAX_REASON);
  return code === '' ? 'network error' : `network error (${code})`;
}

function validityProblem(code: string, error: unknown): string | undefined {
  const { certificate } = failedConnection(error);
  if (code === 'CERT_HAS_EXPIRED')
    return certificate ? `certificate expired on ${secondOf(certificate.validTo)}` : 'certificate expired';
  if (code === 'CERT_NOT_YET_VALID')
    return certificate
      ? `certificate not valid before ${secondOf(certificate.validFrom)}`
      : 'certificate not valid yet';
  return undefined;
}

/** Certificates count in seconds. */
const secondOf = (date: Date) => date.toISOString().replace('.000Z', 'Z');
