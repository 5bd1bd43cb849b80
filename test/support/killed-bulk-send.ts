import { DataSource } from 'typeorm';
import { Random } from '../../scripts/mrz/random.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { ApiClient } from './api-client.js';
import { checkedBulkSend, rentRows } from './bulk-sends.js';
import { type TestDatabase } from './database.js';
import { ServerProcess } from './server-process.js';
import { until } from './until.js';

/** Longer than the lease of a job whose worker died. */
const PAST_LEASES = '24 seconds';
/** Mails that may have gone out, at one a minute, while everything else went on. */
const FEW_MAILS = 30;

export interface KillRounds {
  /** With the latest schema and nothing in it; dropped at the end. */
  database: Pick<TestDatabase, 'url' | 'moveClock' | 'drop'>;
  rounds: number;
  rows: number;
  /** Until it has to be finished after the last round. */
  longestMs: number;
}

/** Something there has to be a number of, and how many there are. */
export interface Counted {
  what: string;
  expected: number;
  found: number;
}

/**
 * Sends rows in bulk while one of two processes is killed with SIGKILL in each round, at a random point of the progress.
 * @returns everything that belongs to a request, of which there must be one for each row
 * @throws Error if it does not finish
 */
export async function killedBulkSend({ database, rounds, rows, longestMs }: KillRounds): Promise<Counted[]> {
  const dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
  // Invitations stay queued, so that they can be counted.
  const settings = { DATABASE_URL: database.url, MAIL_RATE_PER_MINUTE: '1' };
  const server = await ServerProcess.prepare(settings);
  const worker = await ServerProcess.prepare({ ...settings, DATA_DIR: server.dataDir, ROLE: 'worker' });
  const count = async (what: string): Promise<number> => {
    const [row] = await dataSource.query<[{ n: number }]>(`select count(*)::integer as n from ${what}`);
    return row.n;
  };
  try {
    await server.start();
    const api = new ApiClient(server.url, server.secret('API key'));
    const path = await checkedBulkSend({ api }, rentRows(rows));
    const started = await api.post(`${path}/start`, {});
    if (started.status !== 200)
      throw new Error(`the start was answered with ${JSON.stringify(started.body)}`);
    const random = new Random(rounds);
    for (let round = 1; round <= rounds; round++) {
      const killed = round % 3 === 0 ? worker : server;
      if (killed === worker) await worker.start();
      const enough = Math.floor((rows * (round - random.next())) / (rounds + 1));
      await until(
        `${enough} rows are made in round ${round}`,
        async () => (await count("bulk_send_rows where state = 'created'")) >= enough,
        { lookMs: 5 + random.below(40) },
      );
      await killed.kill();
      if (killed === server) await server.start();
      await database.moveClock(PAST_LEASES);
    }
    await until('it has finished', async () => (await api.get(path)).body.state === 'finished', {
      longestMs,
    });
    return await whatThereIs(count, rows);
  } finally {
    await worker.close();
    await server.close();
    await dataSource.destroy();
    await database.drop();
  }
}

async function whatThereIs(count: (what: string) => Promise<number>, rows: number): Promise<Counted[]> {
  const ofEach = [
    ...["bulk_send_rows where state = 'created'", 'signatures', "signatures where status = 'created'"],
    ...['signature_signers', 'signer_links', 'request_forms', 'request_templates'],
    ...['created', 'sent'].map((type) => `signature_audit_events where type = '${type}'`),
    ...["form_values where origin = 'sender'", "webhook_events where type = 'signature.created'"],
  ];
  const found: Counted[] = [];
  for (const what of ofEach) found.push({ what, expected: rows, found: await count(what) });
  found.push({
    ...{ what: 'contents of rows that were sent', expected: 0 },
    found: await count('bulk_send_rows where sealed is not null'),
  });
  const mails = "jobs where kind = 'mail.send'";
  const queued = await count(mails);
  const distinct = await count(`(select distinct payload->'ids'->>'linkId' from ${mails}) l`);
  found.push({ what: 'mails to different links among those queued', expected: queued, found: distinct });
  const gone = rows - queued;
  found.push({
    ...{ what: `mails that are neither queued nor among the few that went out`, expected: 0 },
    found: gone < FEW_MAILS ? 0 : gone,
  });
  return found;
}
