import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, isIPv6, type Socket } from 'node:net';
import { type SecureContext } from 'node:tls';
import { beforeAbort } from '../../common/before-abort.js';
import { within } from '../../common/within.js';

/** The proxy made no connection; `message` gives the reason in plain words, without its address. */
export class ProxyError extends Error {
  /**
   * @param code - of the network failure, if there was one
   * @param mayReachAnother - whether another address may work
   */
  constructor(
    message: string,
    readonly code?: string,
    readonly mayReachAnother = false,
  ) {
    super(message);
  }
}

export interface TunnelOptions {
  /** http or https, optionally with user name and password. */
  proxy: URL;
  /** For all addresses together. */
  timeoutMs: number;
  /** Certificate authorities accepted for an https proxy; by default Node's. */
  secureContext?: SecureContext;
}

/**
 * Connects through the proxy (CONNECT, RFC 9110, section 9.3.6) to the first of these hosts that it reaches. There is
 * no fallback without the proxy.
 * @throws ProxyError
 */
export function openTunnel(hosts: readonly string[], port: string, options: TunnelOptions): Promise<Socket> {
  return within(options.timeoutMs, async (signal) => {
    for (const [index, host] of hosts.entries()) {
      try {
        return await connect(authorityOf(host, port), options, signal);
      } catch (error) {
        const isLast = index === hosts.length - 1;
        if (isLast || !(error instanceof ProxyError) || !error.mayReachAnother) throw error;
      }
    }
    throw new ProxyError('there is no address to connect to');
  });
}

async function connect(
  authority: string,
  { proxy, secureContext }: TunnelOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  const request = (proxy.protocol === 'https:' ? requestHttps : requestHttp)({
    method: 'CONNECT',
    host,
    port: proxy.port,
    // Otherwise its certificate would be compared with the Host header.
    servername: isIP(host) === 0 ? host : '',
    path: authority,
    headers: { host: authority, ...credentialsOf(proxy) },
    agent: false,
    signal,
    ...(secureContext && { secureContext }),
  });
  const answered = new Promise<[IncomingMessage, Socket, Buffer]>((resolve, reject) => {
    request.once('connect', (...answer: [IncomingMessage, Socket, Buffer]) => resolve(answer));
    request.once('error', reject);
    request.end();
  });
  try {
    const [{ statusCode = 0 }, socket, early] = await beforeAbort(answered, signal);
    if (statusCode < 200 || statusCode > 299) {
      socket.destroy();
      throw refusal(statusCode);
    }
    if (early.length > 0) socket.unshift(early);
    // The recipient listens too, but may begin an instant too late, and an unhandled error would crash the process.
    socket.on('error', () => undefined);
    return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
  } catch (error) {
    if (error instanceof ProxyError) throw error;
    if (signal.aborted) throw new ProxyError('it made no connection in time', 'ETIMEDOUT');
    const { code } = error as NodeJS.ErrnoException;
    throw new ProxyError(`it cannot be reached (${code ?? 'network error'})`, code);
  }
}

const KEEP_ALIVE_MS = 60_000;
/** The proxy's answers when it cannot reach an address, so that another one may work. */
const UNREACHED = new Set([502, 503, 504]);

function refusal(status: number): ProxyError {
  if (status === 407) return new ProxyError('it requires a different user name and password (HTTP 407)');
  return new ProxyError(`it refused the connection (HTTP ${status})`, undefined, UNREACHED.has(status));
}

const authorityOf = (host: string, port: string) => `${isIPv6(host) ? `[${host}]` : host}:${port}`;

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
