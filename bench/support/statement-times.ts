import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { SERVICE_ROLE } from '../../src/platform/database/embedded/service-role.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { superuserUrl } from '../../test/support/embedded-superuser.js';

/** The server's time for a statement. */
export interface StatementTime {
  statement: string;
  calls: number;
  /** Total, including planning. */
  ms: number;
}

/** Runs `work` with an empty, temporary PostgreSQL that measures its statements. */
export async function withStatementTimes(work: (url: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const dataDir = join(folder, 'postgres');
  const using = async (run: (url: string) => Promise<void>) => {
    const server = await startEmbeddedPostgres({ dataDir });
    try {
      await run(server.url);
    } finally {
      await server.stop();
    }
  };
  const change = (sql: string) => (url: string) =>
    withClient(superuserUrl(url, dataDir), (client) => client.query(sql));
  try {
    // The library must be loaded when the server starts.
    await using(change(`alter system set shared_preload_libraries = 'pg_stat_statements'`));
    await using(async (url) => {
      await change('create extension pg_stat_statements')(url);
      await change(`grant execute on function pg_stat_statements_reset to ${SERVICE_ROLE}`)(url);
      await work(url);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function forgetStatementTimes(client: Client): Promise<void> {
  await client.query('select pg_stat_statements_reset()');
}

/** The statements since the last reset, longest first. */
export async function statementTimes(client: Client): Promise<StatementTime[]> {
  const { rows } = await client.query<StatementTime>(
    `select query as statement, calls::integer, total_exec_time + total_plan_time as ms from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_%'
     order by ms desc`,
  );
  return rows;
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
