import { Injectable } from '@nestjs/common';
import { type Pool, type QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { type PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** A statement of a hot path. Its name lets PostgreSQL parse and plan it once for each connection. */
export interface Statement {
  name: string;
  text: string;
}

/** Runs prepared statements on the pool, beneath TypeORM: for the few paths where planning costs more than the query. */
@Injectable()
export class Statements {
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    this.pool = (dataSource.driver as PostgresDriver).master as Pool;
  }

  async query<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ ...statement, values });
    return rows;
  }
}
