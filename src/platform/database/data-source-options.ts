import { type DataSourceOptions } from 'typeorm';
import { connectionName } from './connection-name.js';
import { PG_TYPES } from './pg-types.js';
import { PooledClient } from './pooled-client.js';
import { SnakeCaseNaming } from './snake-case-naming.js';

/** Connections per process. Measured: more than a few times the number of cores brings no gain. */
const POOL_SIZE = 16;
/** Wait for a new connection or a free one of the pool. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Limit for one statement, including waits for locks. */
const QUERY_TIMEOUT_MS = 30_000;
/**
 * Limit for a transaction's pauses between statements: a frozen process keeps its locks this long. Shorter than
 * others may wait for those, so that they need not fail.
 */
const IDLE_TRANSACTION_MS = 20_000;

/** How TypeORM reaches the database at `url`. The schema comes from migrations only, never from entities. */
export function dataSourceOptions(url: string): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    synchronize: false,
    namingStrategy: new SnakeCaseNaming(),
    extra: {
      Client: PooledClient,
      types: PG_TYPES,
      max: POOL_SIZE,
      application_name: connectionName('service'),
    },
  };
}

/**
 * Options for requests and jobs, which give up on a database that does not answer.
 * @param unnamedStatements whether `url` leads to a pooler that gives each transaction another session
 */
export function optionsWithTimeouts(url: string, unnamedStatements = false): DataSourceOptions {
  const options = dataSourceOptions(url);
  const limits = {
    unnamedStatements,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idleTransactionMs: IDLE_TRANSACTION_MS,
  };
  return { ...options, extra: { ...(options.extra as object), ...limits } };
}
