import { type Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

const TIMED_OUT = 'Query read timeout';
/** How TypeORM begins a transaction. */
const BEGIN = 'START TRANSACTION';

/** Options of pg, which passes them through the pool, and two of our own. */
interface PooledClientConfig extends ClientConfig {
  /** Prepares each statement anew, because a pooler may run the next one in another session. */
  unnamedStatements?: boolean;
  /** PostgreSQL ends a transaction that has been idle for this many milliseconds, and closes its connection. */
  idleTransactionMs?: number;
}

/**
 * A connection of the pool. It closes when a query exceeds `query_timeout`: back in the pool, it would make the next
 * query wait for the answer to this one, which may never come.
 */
export class PooledClient extends Client {
  private readonly unnamedStatements: boolean;
  private readonly begin: string;

  constructor(config: PooledClientConfig = {}) {
    super(config);
    this.unnamedStatements = config.unnamedStatements ?? false;
    const { idleTransactionMs } = config;
    // Sent with the transaction, since a pooler ignores options of connections, and at no extra cost.
    this.begin =
      idleTransactionMs === undefined
        ? BEGIN
        : `${BEGIN}; set local idle_in_transaction_session_timeout = ${Math.round(idleTransactionMs)}`;
    // Pool and query runner take turns listening for errors. A connection that breaks between the two would crash the
    // process; its user sees the error on the next query.
    this.on('error', () => undefined);
  }

  // The overloads of the original are of no interest here.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  override query(...args: any[]): any {
    if (args[0] === BEGIN) args[0] = this.begin;
    if (this.unnamedStatements && hasName(args[0])) args[0] = { ...args[0], name: undefined };
    const result = (super.query as (...args: unknown[]) => unknown).apply(this, args);
    if (result instanceof Promise) result.catch((error: Error) => this.closeAfter(error));
    return result;
  }

  private closeAfter({ message }: Error): void {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    if (message === TIMED_OUT) stream.destroy();
  }
}

/** Whether it is a statement's configuration. Anything else, such as a stream, is passed on as the same object. */
function hasName(query: unknown): query is { name: string } {
  return (
    typeof query === 'object' &&
    query !== null &&
    Object.getPrototypeOf(query) === Object.prototype &&
    'name' in query
  );
}
