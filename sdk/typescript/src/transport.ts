import { randomUUID } from 'node:crypto';
import { errorIn, jsonIn } from './answers.js';
import { ROUTES } from './openapi.js';
import {
  type AnswerOf,
  type FileOperationId,
  type OperationId,
  type PathOf,
  pathWith,
  type QueryOf,
} from './operations.js';
import { type ChangeOptions, type Connection } from './options.js';
import { retrying } from './retry.js';
import { Watch } from './watch.js';

/** What a request carries. */
export interface RequestBody {
  type: string;
  /** The bytes for one attempt. */
  open(watch: Watch): string | AsyncIterable<Uint8Array>;
  /** Whether `open` can be called again. */
  isRepeatable: boolean;
}

export interface Request<Id extends OperationId> {
  path?: PathOf<Id>;
  query?: QueryOf<Id>;
  body?: RequestBody;
  headers?: Record<string, string>;
  options?: ChangeOptions;
}

/** An answer whose body has not been read, and the watch over it. */
export interface OpenAnswer {
  response: Response;
  watch: Watch;
}

/** A JSON answer with the headers that came with it. */
export interface JsonAnswer<T> {
  value: T;
  headers: Headers;
}

/** Carries out operations: one idempotency key and as many attempts as it takes for each call. */
export class Transport {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async json<Id extends Exclude<OperationId, FileOperationId>>(
    id: Id,
    request: Request<Id> = {},
  ): Promise<AnswerOf<Id>> {
    return (await this.jsonWithHeaders(id, request)).value;
  }

  jsonWithHeaders<Id extends Exclude<OperationId, FileOperationId>>(
    id: Id,
    request: Request<Id> = {},
  ): Promise<JsonAnswer<AnswerOf<Id>>> {
    return this.retried(id, request, async ({ response, watch }) => {
      try {
        const text = await watch.over(() => response.text());
        return { value: jsonIn(text, response.status) as AnswerOf<Id>, headers: response.headers };
      } finally {
        watch.end();
      }
    });
  }

  /** The caller reads the body and ends the watch. */
  open<Id extends FileOperationId>(id: Id, request: Request<Id>): Promise<OpenAnswer> {
    return this.retried(id, request, async (answer) => answer);
  }

  /** The bytes of a small file. */
  async bytes<Id extends FileOperationId>(id: Id, request: Request<Id>): Promise<Uint8Array> {
    const { response, watch } = await this.open(id, request);
    try {
      return new Uint8Array(await watch.over(() => response.arrayBuffer()));
    } finally {
      watch.end();
    }
  }

  private retried<Id extends OperationId, T>(
    id: Id,
    { options = {}, ...request }: Request<Id>,
    read: (answer: OpenAnswer) => Promise<T>,
  ): Promise<T> {
    const { maxRetries = this.#connection.maxRetries, signal } = options;
    const headers = { ...request.headers, ...this.keyFor(id, options) };
    const isRepeatable = request.body?.isRepeatable ?? true;
    const policy = {
      maxRetries: isRepeatable ? maxRetries : 0,
      longestWaitMs: this.#connection.longestWaitMs,
    };
    return retrying(policy, signal, async () =>
      read(await this.attempt(id, { ...request, headers, options })),
    );
  }

  /** The same for all attempts of a call. */
  private keyFor(id: OperationId, { idempotencyKey }: ChangeOptions): Record<string, string> {
    return ROUTES[id].method === 'GET' ? {} : { 'idempotency-key': idempotencyKey ?? randomUUID() };
  }

  private async attempt<Id extends OperationId>(
    id: Id,
    { path, query, body, headers, options = {} }: Request<Id>,
  ): Promise<OpenAnswer> {
    const { baseUrl, apiKey, timeoutMs, fetch } = this.#connection;
    const { method, path: template } = ROUTES[id];
    const url = baseUrl + pathWith(template, path ?? {}, query ?? {});
    const watch = new Watch(options.timeoutMs ?? timeoutMs, options.signal);
    try {
      const response = await watch.over(async () => {
        const answer = await fetch(url, {
          method,
          headers: {
            accept: 'application/json, */*;q=0.5',
            authorization: `Bearer ${apiKey}`,
            ...(body && { 'content-type': body.type }),
            ...headers,
          },
          body: body?.open(watch) as RequestInit['body'],
          // A redirect would take the API key elsewhere.
          redirect: 'manual',
          signal: watch.signal,
          ...(body && { duplex: 'half' }),
        });
        if (!answer.ok) throw await errorIn(answer);
        return answer;
      });
      return { response, watch };
    } catch (error) {
      watch.end();
      throw error;
    }
  }
}

/** A body of JSON. */
export function json(value: unknown): RequestBody {
  const text = JSON.stringify(value);
  return { type: 'application/json', open: () => text, isRepeatable: true };
}
