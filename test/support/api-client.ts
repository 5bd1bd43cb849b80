import { assertDocumented } from './documented-api.js';

/** A response as a caller sees it: `body` is the parsed JSON, or the bytes of a download. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  // Tests read fields of responses whose shape is exactly what they check.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Objects are sent as JSON; strings, bytes and forms are sent unchanged. */
  body?: unknown;
  /** Gives up waiting for the answer. */
  signal?: AbortSignal;
}

/** Calls the REST API over HTTP as a program would, and checks each answer against docs/openapi.json. */
export class ApiClient {
  constructor(
    private readonly baseUrl: string,
    private readonly apiKey?: string,
  ) {}

  get = (path: string, options?: RequestOptions) => this.request('GET', path, options);
  post = (path: string, body?: unknown, options?: RequestOptions) =>
    this.request('POST', path, { body, ...options });
  put = (path: string, body?: unknown, options?: RequestOptions) =>
    this.request('PUT', path, { body, ...options });
  patch = (path: string, body?: unknown, options?: RequestOptions) =>
    this.request('PATCH', path, { body, ...options });
  delete = (path: string, options?: RequestOptions) => this.request('DELETE', path, options);

  async request(
    method: string,
    path: string,
    { headers = {}, body, signal }: RequestOptions = {},
  ): Promise<ApiResponse> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const sent = new Headers(this.apiKey === undefined ? {} : { authorization: `Bearer ${this.apiKey}` });
    if (body !== undefined && !isRaw) sent.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: sent,
      body: body === undefined ? undefined : isRaw ? (body as string) : JSON.stringify(body),
      redirect: 'manual',
      signal,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, headers: received } = response;
    const isJson = received.get('content-type')?.startsWith('application/json');
    const json: unknown = isJson ? JSON.parse(bytes.toString()) : undefined;
    assertDocumented(method, path, { status, header: (name) => received.get(name), json });
    return { status, headers: received, body: isJson ? json : bytes };
  }
}
