import { type Socket } from 'node:net';
import { type Dispatcher } from 'undici';
import { type IncomingHttpHeaders } from 'undici/types/header.js';
import { MAX_RESPONSE_BYTES } from './answer.js';
import { failedConnection, nextSender, NO_PHASES, type Phases, type Sender } from './connection-phases.js';
import { type IdleConnections } from './idle-connections.js';

/** The time ran out before the answer was complete. */
export class DeadlineError extends Error {}

/** The result of a POST. */
export interface Exchanged {
  /** Null if no status line arrived. */
  statusCode: number | null;
  headers: IncomingHttpHeaders;
  /** The bytes that arrived, up to 64 KiB. */
  body: Buffer;
  /** Undefined if the answer is complete or has reached its limit. */
  error: unknown;
  phases: Phases;
}

export interface PostRequest {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Posts and collects the answer, below undici's `request`, whose streams and signals take as much time as the rest.
 * Never rejects. One deadline covers name lookup, connect, TLS and the complete answer.
 */
export function postOver(
  dispatcher: Dispatcher,
  idle: IdleConnections,
  request: PostRequest,
): Promise<Exchanged> {
  return new Promise((resolve) => new PostExchange(idle, resolve).start(dispatcher, request));
}

class PostExchange implements Dispatcher.DispatchHandler, Sender {
  private readonly chunks: Buffer[] = [];
  private left = MAX_RESPONSE_BYTES;
  private statusCode: number | null = null;
  private headers: IncomingHttpHeaders = {};
  private phases: Phases = NO_PHASES;
  private startedAt = 0;
  private controller: Dispatcher.DispatchController | undefined;
  private socket: Socket | undefined;
  private isOver = false;
  private leave: () => void = () => undefined;

  constructor(
    private readonly idle: IdleConnections,
    private readonly resolve: (exchanged: Exchanged) => void,
  ) {}

  start(dispatcher: Dispatcher, { url, headers, body, timeoutMs, signal }: PostRequest): void {
    const stop = () => this.breakOff(signal.reason);
    if (signal.aborted) return stop();
    const deadline = setTimeout(() => this.breakOff(new DeadlineError()), timeoutMs);
    signal.addEventListener('abort', stop);
    this.leave = () => {
      clearTimeout(deadline);
      signal.removeEventListener('abort', stop);
    };
    const { origin, pathname, search } = url;
    try {
      dispatcher.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, this);
    } catch (error) {
      this.end(error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It was abandoned while the connection was still being made.
    if (this.isOver) return controller.abort(new DeadlineError());
    this.startedAt = performance.now();
    nextSender(this);
  }

  onSocket(socket: Socket, phases: Phases | undefined): void {
    this.idle.take(socket);
    this.socket = socket;
    this.phases = phases ?? NO_PHASES;
  }

  onResponseStart(_: unknown, statusCode: number, headers: IncomingHttpHeaders): void {
    // Informational; an answer follows.
    if (statusCode < 200 || this.isOver) return;
    this.phases = { ...this.phases, firstByteMs: Math.round(performance.now() - this.startedAt) };
    this.statusCode = statusCode;
    this.headers = headers;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.isOver) return;
    this.chunks.push(chunk.subarray(0, this.left));
    this.left -= chunk.length;
    // The rest is not read: this closes the connection.
    if (this.left <= 0) this.breakOff(undefined);
  }

  onResponseEnd(): void {
    if (this.socket) this.idle.leave(this.socket);
    this.end(undefined);
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.statusCode === null && this.phases === NO_PHASES) this.phases = failedConnection(error).phases;
    this.end(error);
  }

  /** Does not wait for undici, which only reacts once it is connected. */
  private breakOff(error: unknown): void {
    this.end(error);
    this.controller?.abort(error instanceof Error ? error : new DeadlineError());
  }

  private end(error: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.leave();
    const { statusCode, headers, phases } = this;
    this.resolve({ statusCode, headers, phases, error, body: Buffer.concat(this.chunks) });
  }
}
