import { RefusedAddressError } from './outbound-url.js';

/** Plain words for the usual network failures of Node and undici, by code. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the receiver closed the connection early',
  EPIPE: 'the receiver closed the connection early',
  UND_ERR_SOCKET: 'the receiver closed the connection early',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the receiver closed the connection early',
  ETIMEDOUT: 'connection timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connection timeout',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'DNS failure: the host name does not exist',
  EAI_AGAIN: 'DNS failure: the name server did not answer',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
};

const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO|ERR_OSSL|HOSTNAME_MISMATCH)/;
/** OpenSSL's long lines: `0E9A…:error:0A00010B:SSL routines:…:wrong version number:../deps/…:354:`. */
const OPENSSL_LINE = /error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/;
const MAX_REASON = 300;

/** Why a request failed before its response was complete, in plain words without addresses or stacks. */
export function failureReason(error: unknown): string {
  if (error instanceof RefusedAddressError) return `address not allowed: ${error.message}`;
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (code.startsWith('HPE_')) return 'the answer is not valid HTTP';
  if (TLS_CODE.test(code))
    return `TLS error: ${OPENSSL_LINE.exec(message)?.[1] ?? message}`.slice(0, MAX_REASON);
  return REASONS[code] ?? (code === '' ? 'network error' : `network error (${code})`);
}
