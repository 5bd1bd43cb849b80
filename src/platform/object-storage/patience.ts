/** Ends a wait during which nothing happens. */
export class Patience {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  /** What else has ended it. */
  fault: Error | undefined;

  /** @param idleMs how long nothing may happen */
  constructor(idleMs: number) {
    const error = new DOMException(`nothing happened for ${idleMs} ms`, 'TimeoutError');
    this.timer = setTimeout(() => this.controller.abort(error), idleMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The same pieces. Each is something that happens. */
  async *each<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      this.timer.refresh();
      yield piece;
    }
    this.timer.refresh();
  }

  /** Ends the wait because of something else, unless it has ended. */
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
