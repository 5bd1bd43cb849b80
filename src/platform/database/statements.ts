import { Injectable } from '@nestjs/common';
import { type Pool, type QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { type PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Transactions } from './transactions.js';

/** A named statement, which PostgreSQL parses and plans once per connection. */
export interface Statement {
  name: string;
  text: string;
}

/**
 * Runs prepared statements on the pool, below TypeORM, for the few hot paths where planning takes longer than the
 * query.
 */
@Injectable()
export class Statements {
  private readonly pool: Pool;

  constructor(
    dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {
    this.pool = (dataSource.driver as PostgresDriver).master as Pool;
  }

  async query<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ ...statement, values });
    return rows;
  }

  /** `query` for a statement that is a complete change; inside `Transactions.hold` it joins the transaction. */
  async change<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    if (!this.transactions.isHolding) return this.query<Row>(statement, values);
    return this.transactions.run((tx) => tx.query<Row[]>(statement.text, values));
  }
}
