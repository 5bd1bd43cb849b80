import { join } from 'node:path';
import { Client } from 'pg';
import { readPassword, SUPERUSER } from '../../src/platform/database/embedded/cluster.js';
import { SERVICE_ROLE } from '../../src/platform/database/embedded/service-role.js';

/** The same database for the superuser of an embedded server. @param dataDir - with which it was started */
export function superuserUrl(url: string, dataDir: string): string {
  const address = new URL(url);
  address.username = SUPERUSER;
  address.password = readPassword({ cluster: join(dataDir, 'cluster') });
  return address.href;
}

/** Lets the service's role write past triggers, for filling tables and forging rows. */
export const allowWritingPastTriggers = (client: Pick<Client, 'query'>): Promise<unknown> =>
  client.query(`grant set on parameter session_replication_role to ${SERVICE_ROLE}`);

/** Lets the service's role do what benchmarks need beyond the service: write past triggers, and copy its database. */
export async function allowBenchmarks(url: string, dataDir: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl(url, dataDir) });
  await client.connect();
  try {
    await allowWritingPastTriggers(client);
    await client.query(`alter role ${SERVICE_ROLE} createdb`);
  } finally {
    await client.end();
  }
}
