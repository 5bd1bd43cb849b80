import { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { outageOf } from '../../common/outages.js';
import { PooledClient } from './pooled-client.js';

describe('a connection of the pool', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, Client: PooledClient, max: 2 });
    // As TypeORM does: what ends an idle connection is no error of ours.
    pool.on('error', () => undefined);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('may break while nobody listens: only its next query fails', async () => {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // `once` of node:events would listen for errors as well.
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await ended;
    const failed = await client.query('select 1').catch(outageOf);
    expect(failed).toMatchObject({ statusCode: 503 });
    client.release();
    expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
