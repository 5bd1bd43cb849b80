import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type INestApplicationContext } from '@nestjs/common';
import { Transactions } from '../../src/platform/database/transactions.js';
import { DataFormat } from '../../src/platform/processes/data-format.js';
import { DATA_VERSION } from '../../src/platform/processes/data-version.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProcess } from '../support/live-processes.js';
import { ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';

const LONGEST_MS = 180_000;
/** A version that the previous release cannot know. */
const NEXT = DATA_VERSION + 1;

/** `npm run test:previous` builds the previous release and names its folder. */
const folder = process.env.PREVIOUS_FOLDER;
/** Whether it is a release whose processes report themselves. */
const REPORTS = existsSync(join(folder ?? '', 'src/platform/processes/live-process.ts'));

describe('a process of the previous release beside one of a later release', () => {
  let database: TestDatabase;
  let previous: ServerProcess;
  let later: INestApplicationContext;

  beforeEach(async () => {
    if (folder === undefined) throw new Error('PREVIOUS_FOLDER is not set: run npm run test:previous');
    database = await createTestDatabase();
    later = await startProcess(database, NEXT);
    previous = await ServerProcess.prepare({ DATABASE_URL: database.url }, [], folder);
    await previous.start();
  }, LONGEST_MS);
  afterEach(async () => {
    await previous.close();
    await later.close();
    await database.drop();
  });

  const send = () => later.get(Transactions).run((tx) => later.get(DataFormat).requireUnderstood(tx, NEXT));

  it(
    'keeps requests of a new kind from being sent until it has stopped',
    async () => {
      const named = REPORTS ? `process ${previous.pid} (all)` : 'an earlier release at 127.0.0.1';
      await expect(send()).rejects.toThrow(named);
      await previous.stop();
      await until('nothing of it is left', () =>
        send().then(
          () => true,
          () => false,
        ),
      );
    },
    LONGEST_MS,
  );

  (REPORTS ? it : it.skip)(
    'ends and does not start again once such a request was sent',
    async () => {
      process.kill(previous.pid, 'SIGSTOP');
      await database.moveClock('91 seconds');
      await send();
      process.kill(previous.pid, 'SIGCONT');
      expect(await previous.ended()).toBe(1);
      await expect(previous.start()).rejects.toThrow(`version ${NEXT} of the data format`);
    },
    LONGEST_MS,
  );
});
