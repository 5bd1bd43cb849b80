/** Ends a wait in which nothing happens for too long. */
export class Patience {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  /** What else ended it. */
  fault: Error | undefined;

  /** @param idleMs how long nothing may happen */
  constructor(idleMs: number) {
    const error = new DOMException(`nothing happened for ${idleMs} ms`, 'TimeoutError');
    this.timer = setTimeout(() => this.controller.abort(error), idleMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Yields the same pieces; each restarts the time. */
  async *each<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      this.timer.refresh();
      yield piece;
    }
    this.timer.refresh();
  }

  /** Ends the wait for another reason, unless it has ended. */
  fail(error: Error): void {
    if (this.signal.aborted) return;
    this.fault = error;
    this.controller.abort(error);
  }

  /** The wait is over. */
  end(): void {
    clearTimeout(this.timer);
  }
}
