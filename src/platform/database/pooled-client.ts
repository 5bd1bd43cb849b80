import { type Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

const TIMED_OUT = 'Query read timeout';

/**
 * A connection of the pool. It closes when a query takes longer than `query_timeout`: returned to the pool, it would let
 * the next query wait for the answer to this one, which may never come.
 */
export class PooledClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    // Pool and query runner listen for errors in turn. A connection that breaks in the moment between them would end the
    // process; its user sees the error on the next query.
    this.on('error', () => undefined);
  }

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
