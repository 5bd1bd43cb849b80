import { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { outageOf } from '../../common/outages.js';
import { PooledClient } from './pooled-client.js';

describe('a pooled connection', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, Client: PooledClient, max: 2 });
    // As TypeORM does: the end of an idle connection is not our error.
    pool.on('error', () => undefined);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('fails only its next query if it breaks while unused', async () => {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // `once` of node:events would also listen for errors.
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await ended;
    const failed = await client.query('select 1').catch(outageOf);
    expect(failed).toMatchObject({ statusCode: 503 });
    client.release();
    expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it.each([true, false])('leaves statements unnamed if configured: %s', async (unnamedStatements) => {
    const client = new PooledClient({ connectionString: database.url, unnamedStatements });
    await client.connect();
    try {
      const statement = { name: 'twice', text: 'select 2 * $1::integer as twice', values: [21] };
      expect((await client.query(statement)).rows).toEqual([{ twice: 42 }]);
      const { rows } = await client.query('select name from pg_prepared_statements');
      expect(rows).toEqual(unnamedStatements ? [] : [{ name: 'twice' }]);
    } finally {
      await client.end();
    }
  });
});
