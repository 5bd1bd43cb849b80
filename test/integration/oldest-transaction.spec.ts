import { Client } from 'pg';
import { oldestTransaction } from '../../src/health/database-figures.queries.js';
import { sharedTestApp } from '../support/app.js';
import { createEmptyDatabase } from '../support/database.js';

it('finds the oldest transaction in any database of the server, if it has written', async () => {
  const { dataSource } = await sharedTestApp();
  const elsewhere = await createEmptyDatabase();
  const client = new Client({ connectionString: elsewhere.url });
  await client.connect();
  try {
    await client.query('begin');
    // As its first write would do.
    await client.query('select pg_current_xact_id()');
    const { rows } = await client.query<{ seconds: number }>(
      'select extract(epoch from clock_timestamp() - now())::float8 as seconds',
    );
    expect(await oldestTransaction(dataSource.manager)).toBeGreaterThanOrEqual(rows[0]!.seconds);
  } finally {
    await client.end();
    await elsewhere.drop();
  }
});
