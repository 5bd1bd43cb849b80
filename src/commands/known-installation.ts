import { join } from 'node:path';
import { Client } from 'pg';
import { locateDatabase } from '../platform/config/load-settings.js';
import { findEmbeddedPostgres } from '../platform/database/embedded-postgres.js';
import { type RunQuery } from '../platform/database/run-query.js';

const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Queries this installation's database. Null if there is none or it does not respond: documents can be checked
 * without.
 */
export async function askInstallation<Answer>(
  work: (query: RunQuery) => Promise<Answer>,
): Promise<Answer | null> {
  const url = findDatabase();
  if (url === null) return null;
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(
      async <Row>(sql: string, parameters: unknown[]) => (await client.query(sql, parameters)).rows as Row[],
    );
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function findDatabase(): string | null {
  try {
    const { databaseUrl, dataDir } = locateDatabase();
    return databaseUrl ?? findEmbeddedPostgres(join(dataDir, 'postgres'));
  } catch {
    return null;
  }
}
