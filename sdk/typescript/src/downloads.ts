import { ReadableStream } from 'node:stream/web';
import { ConnectionError, UnexpectedAnswerError } from './errors.js';
import { type OpenAnswer } from './transport.js';

/** Opens the file again from this byte on, if it still is the one with this ETag. */
export type Reopen = (from: number, etag: string) => Promise<OpenAnswer>;

/**
 * A file on its way. Read it, or `cancel()` it: until then it occupies a connection. If the connection breaks, reading goes
 * on where it stopped.
 */
export class Download implements AsyncIterable<Uint8Array> {
  readonly contentType: string;
  /** In bytes, if the service said so. */
  readonly size: number | undefined;
  readonly etag: string | undefined;
  readonly #reopen: Reopen;
  readonly #maxRetries: number;
  #open: OpenAnswer;
  #isTaken = false;

  constructor(first: OpenAnswer, reopen: Reopen, maxRetries: number) {
    const { headers } = first.response;
    const length = headers.get('content-length');
    this.contentType = headers.get('content-type') ?? 'application/octet-stream';
    this.size = length === null ? undefined : Number(length);
    this.etag = headers.get('etag') ?? undefined;
    this.#open = first;
    this.#reopen = reopen;
    this.#maxRetries = maxRetries;
  }

  /** The chunks as they arrive, for `for await` or `pipeline`. */
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    if (this.#isTaken) throw new TypeError('a download can be read once');
    this.#isTaken = true;
    return this.#chunks();
  }

  /** As a stream of the Web, such as for the body of a `Response`. */
  stream(): ReadableStream<Uint8Array> {
    return ReadableStream.from(this);
  }

  /** The whole file. */
  async bytes(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** Gives the connection back without reading the rest. */
  async cancel(): Promise<void> {
    this.#isTaken = true;
    this.#open.watch.end();
    await this.#open.response.body?.cancel();
  }

  async *#chunks(): AsyncGenerator<Uint8Array, void, void> {
    let received = 0;
    let inVain = 0;
    for (;;) {
      try {
        for await (const chunk of chunksOf(this.#open)) {
          received += chunk.length;
          inVain = 0;
          yield chunk;
        }
        if (this.size === undefined || received === this.size) return;
        throw new ConnectionError(`the connection ended after ${received} of ${this.size} bytes`);
      } catch (error) {
        if (!(error instanceof ConnectionError) || inVain++ >= this.#maxRetries) throw error;
        this.#open = await this.#goOn(received, error);
      }
    }
  }

  async #goOn(received: number, error: ConnectionError): Promise<OpenAnswer> {
    const { etag } = this;
    if (etag === undefined) throw error;
    const answer = await this.#reopen(received, etag);
    if (answer.response.headers.get('content-range')?.startsWith(`bytes ${received}-`)) return answer;
    answer.watch.end();
    await answer.response.body?.cancel();
    throw new UnexpectedAnswerError('the file has changed while it was downloaded', answer.response.status);
  }
}

async function* chunksOf({ response, watch }: OpenAnswer): AsyncGenerator<Uint8Array, void, void> {
  if (!response.body) return;
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await watch.over(() => reader.read());
      isOver = done;
      if (done) return;
      yield value;
    }
  } finally {
    watch.end();
    if (!isOver) await reader.cancel().catch(() => undefined);
  }
}
