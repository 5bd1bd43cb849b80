import { type Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

const TIMED_OUT = 'Query read timeout';
/** How TypeORM begins a transaction. */
const BEGIN = 'START TRANSACTION';

/** Options of pg, which hands them through the pool, and two of ours. */
interface PooledClientConfig extends ClientConfig {
  /** Prepare each statement anew, because a pooler may run the next one in another session. */
  unnamedStatements?: boolean;
  /** PostgreSQL ends a transaction that has sent nothing for so many milliseconds, and closes its connection. */
  idleTransactionMs?: number;
}

/**
 * A connection of the pool. It closes when a query takes longer than `query_timeout`: returned to the pool, it would let
 * the next query wait for the answer to this one, which may never come.
 */
export class PooledClient extends Client {
  private readonly unnamedStatements: boolean;
  private readonly begin: string;

  constructor(config: PooledClientConfig = {}) {
    super(config);
    this.unnamedStatements = config.unnamedStatements ?? false;
    const { idleTransactionMs } = config;
    // With the transaction, since a pooler knows no options of connections, and at no cost of its own.
    this.begin =
      idleTransactionMs === undefined
        ? BEGIN
        : `${BEGIN}; set local idle_in_transaction_session_timeout = ${Math.round(idleTransactionMs)}`;
    // Pool and query runner listen for errors in turn. A connection that breaks in the moment between them would end the
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

/** Whether it is a statement's configuration. Anything else, such as a stream, is handed on as the very object that it is. */
function hasName(query: unknown): query is { name: string } {
  return (
    typeof query === 'object' &&
    query !== null &&
    Object.getPrototypeOf(query) === Object.prototype &&
    'name' in query
  );
}
