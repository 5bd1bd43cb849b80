import { type PoolClient, type QueryResultRow } from 'pg';
import { type EntityManager } from 'typeorm';
import { type PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { type Statement } from './statements.js';

/** Runs a prepared statement in a transaction, where `EntityManager.query` would parse and plan it each time. */
export async function queryPrepared<Row extends QueryResultRow>(
  tx: EntityManager,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  const client = (await (tx.queryRunner as PostgresQueryRunner).connect()) as PoolClient;
  const { rows } = await client.query<Row>({ ...statement, values });
  return rows;
}
