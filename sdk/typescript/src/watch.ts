import { ConnectionError, CountersignError, TimeoutError } from './errors.js';

/**
 * Watches over one exchange with the service: aborts it when the caller does, or when nothing has moved for too long while
 * we were waiting for the other side.
 */
export class Watch {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private readonly onAbort = () => this.controller.abort(this.caller?.reason);

  constructor(
    private readonly timeoutMs: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Something has moved. */
  touch(): void {
    this.timer?.refresh();
  }

  /** Something on our side has failed, such as the file that is sent. */
  fail(error: unknown): void {
    this.controller.abort(error);
  }

  /** Waits for the other side. @throws what `explain` makes of the failure */
  async over<T>(waiting: () => Promise<T>): Promise<T> {
    this.timer = setTimeout(() => {
      this.controller.abort(new TimeoutError(`the service sent nothing for ${this.timeoutMs} ms`));
    }, this.timeoutMs);
    try {
      return await waiting();
    } catch (error) {
      throw this.explain(error);
    } finally {
      clearTimeout(this.timer);
    }
  }

  /** Releases the caller's signal. */
  end(): void {
    this.caller?.removeEventListener('abort', this.onAbort);
  }

  private explain(error: unknown): unknown {
    if (this.signal.aborted) return this.signal.reason;
    if (error instanceof CountersignError || !isOfFetch(error)) return error;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    return new ConnectionError(`the connection to the service failed: ${reason}`, { cause: error });
  }
}

/** fetch rejects with a TypeError that has the socket's error as its cause; wrong arguments have none. */
function isOfFetch(error: unknown): error is Error {
  return error instanceof TypeError && (error.cause !== undefined || error.message === 'terminated');
}
