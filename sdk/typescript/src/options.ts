/** How a client reaches the service. */
export interface ClientOptions {
  /** The service's address, such as `https://sign.example.com`. */
  baseUrl: string;
  /** The organization's API key, `sk_…`. */
  apiKey: string;
  /** How long to wait while nothing moves in either direction. By default 60 seconds. */
  timeoutMs?: number;
  /** Attempts after the first one that fails without an answer or with one that may pass. By default 5; 0 for none. */
  maxRetries?: number;
  /** The longest wait that the service may ask for between two attempts. By default 90 seconds. */
  longestWaitMs?: number;
  /** Sends the requests, instead of the global `fetch`: for proxies or measurements. */
  fetch?: typeof fetch;
}

/** What one call does differently. */
export interface CallOptions {
  /** Ends the call, its retries included, with the signal's reason. */
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
}

/** For calls that change something. */
export interface ChangeOptions extends CallOptions {
  /**
   * Under which the request is carried out once in 24 hours, however often it is sent. By default a new one for each call,
   * kept for its retries; give your own, stored before the call, if it must survive the end of your program.
   */
  idempotencyKey?: string;
}

/** Options that have been checked. */
export interface Connection {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  maxRetries: number;
  longestWaitMs: number;
  fetch: typeof fetch;
}

/** @throws TypeError that says which option is wrong, never with the key in it */
export function checkedOptions(options: ClientOptions): Connection {
  const { apiKey, timeoutMs = 60_000, maxRetries = 5, longestWaitMs = 90_000 } = options;
  if (typeof apiKey !== 'string' || !apiKey.startsWith('sk_') || apiKey.startsWith('sk_webhook_'))
    throw new TypeError('apiKey must be an API key, which begins with sk_ (and is no webhook secret)');
  if (!(timeoutMs > 0)) throw new TypeError(`timeoutMs must be positive, not ${timeoutMs}`);
  if (!Number.isInteger(maxRetries) || maxRetries < 0)
    throw new TypeError(`maxRetries must be 0, 1, 2, …, not ${maxRetries}`);
  if (!(longestWaitMs >= 0))
    throw new TypeError(`longestWaitMs must not be negative, but is ${longestWaitMs}`);
  return {
    baseUrl: checkedAddress(options.baseUrl),
    apiKey,
    timeoutMs,
    maxRetries,
    longestWaitMs,
    fetch: options.fetch ?? fetch,
  };
}

/** Without the path of the interface and without a slash at the end. */
function checkedAddress(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError('baseUrl must be an absolute http or https URL such as https://sign.example.com');
  return url.href.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
