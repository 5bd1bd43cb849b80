import { type Socket } from 'node:net';
import { Client } from 'pg';

const TIMED_OUT = 'Query read timeout';

/**
 * A connection that closes when a query takes longer than `query_timeout`. Returned to the pool, it would let the next
 * query wait for the answer to this one, which may never come.
 */
export class TimedClient extends Client {
  // The overloads of the original are of no interest here.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  override query(...args: any[]): any {
    const result = (super.query as (...args: unknown[]) => unknown).apply(this, args);
    if (result instanceof Promise) result.catch((error: Error) => this.closeAfter(error));
    return result;
  }

  private closeAfter({ message }: Error): void {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    if (message === TIMED_OUT) stream.destroy();
  }
}
