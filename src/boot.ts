import { join } from 'node:path';
import { Client } from 'pg';
import { type Settings } from './platform/config/settings.js';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.js';
import { migrate } from './platform/database/migrate.js';

export interface Database {
  url: string;
  /** Stops the embedded server, unless another process uses it. Close the connections first. */
  stop(): Promise<void>;
}

/** The configured database, or the embedded one in the data folder, migrated to the newest schema. */
export async function openDatabase(settings: Settings): Promise<Database> {
  const database =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: join(settings.dataDir, 'postgres') })
      : { url: settings.databaseUrl, stop: async () => undefined };
  await migrate(database.url);
  if (settings.production) await assertRealClock(database.url);
  return database;
}

/** Only tests move the clock. In production a moved clock would expire or dispatch the wrong things. */
async function assertRealClock(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from app_clock where clock_offset <> '0'");
    if (rowCount !== 0)
      throw new Error('The clock of this database was moved by a test; it cannot be used in production');
  } finally {
    await client.end();
  }
}
