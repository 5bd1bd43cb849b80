import { DataSource } from 'typeorm';
import { Transactions } from '../../src/platform/database/transactions.js';
import { DataFormat } from '../../src/platform/processes/data-format.js';
import { DATA_VERSION } from '../../src/platform/processes/data-version.js';
import { ApiClient } from '../support/api-client.js';
import { createTestDatabase } from '../support/database.js';
import { startProcess } from '../support/live-processes.js';
import { SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';

const LONGEST_MS = 180_000;
const NEXT_VERSION = DATA_VERSION + 1;
const MINIMUM = `version ${NEXT_VERSION} of the data format`;

it(
  'a frozen process that comes back to requests of a new kind ends, and does not start again',
  async () => {
    const database = await createTestDatabase();
    const server = await ServerProcess.prepare({ DATABASE_URL: database.url, DRAIN_SECONDS: '3' });
    const newer = await startProcess(database, NEXT_VERSION);
    const send = () =>
      newer.get(Transactions).run((tx) => newer.get(DataFormat).requireUnderstood(tx, NEXT_VERSION));
    try {
      await server.start();
      const api = new ApiClient(server.url, server.secret('API key'));
      await expect(send()).rejects.toThrow(`process ${server.pid} (all) on `);

      process.kill(server.pid, 'SIGSTOP');
      await database.moveClock('91 seconds');
      await send();
      process.kill(server.pid, 'SIGCONT');
      await until('load balancers are told', async () => (await api.get('/readyz')).status === 503);
      expect(await api.get(`${SIGNATURES}?limit=1`)).toMatchObject({
        status: 503,
        body: { code: 'not_ready' },
      });
      expect(await server.ended()).toBe(1);
      expect(server.log.join('\n')).toContain(MINIMUM);
      const left = await newer.get(DataSource).query('select data_version from live_processes');
      expect(left).toEqual([{ data_version: NEXT_VERSION }]);

      await expect(server.start()).rejects.toThrow(MINIMUM);
      await expect(server.cli('doctor')).rejects.toThrow(MINIMUM);
    } finally {
      await newer.close();
      await server.close();
      await database.drop();
    }
  },
  LONGEST_MS,
);

it(
  'a process reports itself while it runs, and no longer once it was stopped',
  async () => {
    const database = await createTestDatabase();
    const server = await ServerProcess.prepare({ DATABASE_URL: database.url, ROLE: 'worker' });
    const newer = await startProcess(database, NEXT_VERSION);
    const reported = () =>
      newer
        .get(DataSource)
        .query('select pid, role from live_processes where data_version = $1', [DATA_VERSION]);
    try {
      await server.start();
      expect(await reported()).toEqual([{ pid: server.pid, role: 'worker' }]);
      expect(await server.stop()).toBe(0);
      expect(await reported()).toEqual([]);
    } finally {
      await newer.close();
      await server.close();
      await database.drop();
    }
  },
  LONGEST_MS,
);
