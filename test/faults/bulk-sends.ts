import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { count } from '../../bench/support/report.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { killedBulkSend, type KillRounds } from '../support/killed-bulk-send.js';
import { patience } from '../support/patience.js';
import { type Findings } from './findings.js';

const LONGEST_MS = 1_800_000;

/** Kills processes while rows are sent in bulk, and expects that none is lost and none is sent twice. */
export async function bulkSends(findings: Findings): Promise<void> {
  const rounds = count('rounds', 50, 4);
  const rows = count('rows', 10_000, 600);
  const database = await openDatabase();
  const counted = await killedBulkSend({ database, rounds, rows, longestMs: patience(LONGEST_MS) });
  findings.tried(`${rounds} kill -9 while ${rows} rows were sent`);
  const faults = counted
    .filter(({ expected, found }) => expected !== found)
    .map(({ what, expected, found }) => `${what}: ${found} in place of ${expected}`);
  findings.none(
    'every row made its request once, with everything that belongs to it',
    faults,
    counted.length,
  );
}

/** A database of a server of its own, which ends with it. */
async function openDatabase(): Promise<KillRounds['database']> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bulk-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
  await migrate(postgres.url);
  return {
    url: postgres.url,
    moveClock: async (interval) => {
      const client = new Client({ connectionString: postgres.url });
      await client.connect();
      await client.query('update app_clock set clock_offset = clock_offset + $1::interval', [interval]);
      await client.end();
    },
    drop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
