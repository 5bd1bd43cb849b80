import { type Client } from 'pg';
import { type RunQuery } from '../database/run-query.js';
import { findMigrations, findPartitions, findTables, PLAIN_VALUES, quoted } from './catalog.queries.js';
import { type BackedUpTable, type Structure } from './manifest.js';

/** Limit on the wait for a migration that changes a table. */
const LONGEST_LOCK_WAIT = '60s';
const KEYS_AT_ONCE = 1000;

/**
 * Begins a transaction that sees the database as it is now, however long it takes, and protects its tables from
 * structural changes.
 */
export async function beginSnapshot(client: Client): Promise<Structure> {
  const query = queryOf(client);
  await client.query('begin transaction isolation level repeatable read, read only');
  await client.query(`${PLAIN_VALUES}; set local lock_timeout = '${LONGEST_LOCK_WAIT}'`);
  const [state] = await query<{ postgres: string; takenAt: Date }>(
    `select current_setting('server_version') as postgres, now() as "takenAt"`,
    [],
  );
  const tables = await findTables(query);
  if (tables.length > 0)
    await client.query(
      `lock table only ${tables.map(({ name }) => quoted(name)).join(', only ')} in access share mode`,
    );
  return {
    postgres: state!.postgres,
    takenAt: state!.takenAt.toISOString(),
    migrations: await findMigrations(query),
    tables,
    partitions: await findPartitions(query),
  };
}

export const endSnapshot = (client: Client) => client.query('rollback');

/** The keys of all stored files in a transaction, in batches. */
export async function* storedKeys(client: Client): AsyncGenerator<string[]> {
  await client.query(
    'declare stored_keys no scroll cursor for select distinct storage_key from stored_files',
  );
  for (;;) {
    const { rows } = await client.query<{ storage_key: string }>(`fetch ${KEYS_AT_ONCE} from stored_keys`);
    if (rows.length === 0) break;
    yield rows.map((row) => row.storage_key);
  }
  await client.query('close stored_keys');
}

const listOf = ({ name, columns }: BackedUpTable) => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** SQL that writes out all rows of a table. */
export const rowsOut = (table: BackedUpTable) => `copy ${listOf(table)} to stdout`;

/** SQL that reads rows into a table. */
export const rowsIn = (table: BackedUpTable) => `copy ${listOf(table)} from stdin`;

export const queryOf =
  (client: Pick<Client, 'query'>): RunQuery =>
  async <Row>(sql: string, parameters: unknown[]) =>
    (await client.query(sql, parameters)).rows as Row[];
