import { DataSource } from 'typeorm';
import { Random } from '../../scripts/mrz/random.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { ApiClient } from '../support/api-client.js';
import { checkedBulkSend, rentRows } from '../support/bulk-sends.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';

/** `BULK_KILL_ROUNDS=50 BULK_KILL_ROWS=10000` is the full measure, which takes about half an hour. */
const ROUNDS = Number(process.env.BULK_KILL_ROUNDS ?? 4);
const ROWS = Number(process.env.BULK_KILL_ROWS ?? 600);
/** Longer than the lease of a job whose worker died. */
const PAST_LEASES = '24 seconds';
const LONGEST_MS = 120_000 + ROUNDS * 30_000 + ROWS * 200;

describe('a bulk send whose processes are killed', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let server: ServerProcess;
  let worker: ServerProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    // Invitations stay queued, so that they can be counted.
    const settings = { DATABASE_URL: database.url, MAIL_RATE_PER_MINUTE: '1' };
    server = await ServerProcess.prepare(settings);
    worker = await ServerProcess.prepare({ ...settings, DATA_DIR: server.dataDir, ROLE: 'worker' });
  });
  afterAll(async () => {
    await worker.close();
    await server.close();
    await dataSource.destroy();
    await database.drop();
  });

  const count = async (what: string): Promise<number> => {
    const [row] = await dataSource.query<[{ n: number }]>(`select count(*)::integer as n from ${what}`);
    return row.n;
  };

  it(
    'makes every request once, with everything that belongs to it',
    async () => {
      await server.start();
      const api = new ApiClient(server.url, server.secret('API key'));
      const path = await checkedBulkSend({ api }, rentRows(ROWS));
      expect((await api.post(`${path}/start`, {})).status).toBe(200);
      const random = new Random(50);
      for (let round = 1; round <= ROUNDS; round++) {
        const killed = round % 3 === 0 ? worker : server;
        if (killed === worker) await worker.start();
        const enough = Math.floor((ROWS * (round - random.next())) / (ROUNDS + 1));
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
        longestMs: LONGEST_MS,
      });
      expect(await count("bulk_send_rows where state = 'created'")).toBe(ROWS);
      expect(await count('bulk_send_rows where sealed is not null')).toBe(0);
      expect(await count('signatures')).toBe(ROWS);
      expect(await count("signatures where status = 'created'")).toBe(ROWS);
      for (const what of ['signature_signers', 'signer_links', 'request_forms', 'request_templates'])
        expect({ what, rows: await count(what) }).toEqual({ what, rows: ROWS });
      for (const type of ['created', 'sent'])
        expect(await count(`signature_audit_events where type = '${type}'`)).toBe(ROWS);
      expect(await count("form_values where origin = 'sender'")).toBe(ROWS);
      expect(await count("webhook_events where type = 'signature.created'")).toBe(ROWS);
      const mails = "jobs where kind = 'mail.send'";
      const queued = await count(mails);
      const distinct = await count(`(select distinct payload->'ids'->>'linkId' from ${mails}) l`);
      expect(distinct).toBe(queued);
      // Those that went out by then were few.
      expect(queued).toBeGreaterThan(ROWS - 30);
    },
    LONGEST_MS,
  );
});
