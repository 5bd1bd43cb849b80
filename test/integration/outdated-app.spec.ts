import { type INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions } from '../../src/platform/database/transactions.js';
import { DataFormat } from '../../src/platform/processes/data-format.js';
import { DATA_VERSION } from '../../src/platform/processes/data-version.js';
import { LiveProcess } from '../../src/platform/processes/live-process.js';
import { ProcessLimits } from '../../src/platform/processes/process-limits.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { startProcess } from '../support/live-processes.js';
import { DRAFT, sendRequest, SIGNATURES } from '../support/samples.js';
import { until } from '../support/until.js';

const NEXT_VERSION = DATA_VERSION + 1;

/** The service beside one that understands a new kind of request, paused until others no longer count on it. */
describe('an application that the database has outgrown', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let newer: INestApplicationContext;

  beforeEach(async () => {
    // A worker would report itself again each second.
    test = await startTestApp({ role: 'web' });
    acme = await test.createOrganization();
    newer = await startProcess(test.database, NEXT_VERSION);
  });
  afterEach(async () => {
    await newer.close();
    await test.close();
  });

  const sendNewKind = () =>
    newer.get(Transactions).run((tx) => newer.get(DataFormat).requireUnderstood(tx, NEXT_VERSION));
  const statusOf = async (path: string) => (await fetch(`${test.url}${path}`)).status;

  async function pause(): Promise<void> {
    test.app.get(ProcessLimits, { strict: false }).currentMs = 0;
    await newer.get(DataSource).query('delete from live_processes where data_version = $1', [DATA_VERSION]);
  }

  it('keeps requests of the new kind from being sent while it runs', async () => {
    await expect(sendNewKind()).rejects.toMatchObject({ statusCode: 400, code: 'processes_outdated' });
  });

  it('neither shows nor changes anything, and is not ready', async () => {
    const { signers } = await sendRequest(acme.api, { draft: { type: 'self_signed' } });
    await pause();
    await sendNewKind();
    const refusal = { status: 503, body: { code: 'not_ready' } };
    expect(await acme.api.get(`${SIGNATURES}?limit=1`)).toMatchObject(refusal);
    expect(await acme.api.post(SIGNATURES, DRAFT)).toMatchObject(refusal);
    expect(await statusOf(new URL(signers[0]!.signingUrl!).pathname)).toBe(503);
    expect(await acme.api.get('/readyz')).toMatchObject(refusal);
    expect(await statusOf('/healthz')).toBe(200);
  });

  it('is told at once, before anyone asks it something', async () => {
    const ended = new Promise<Error>((resolve) =>
      test.app.get(LiveProcess, { strict: false }).whenOutdated(resolve),
    );
    await pause();
    await sendNewKind();
    expect((await ended).message).toContain(`version ${NEXT_VERSION} of the data format`);
  });

  it('continues if it was paused and nothing of a new kind was sent', async () => {
    await pause();
    expect((await acme.api.get(`${SIGNATURES}?limit=1`)).status).toBe(200);
    await until('it has reported itself again', async () => {
      const rows = await newer.get(DataSource).query<object[]>('select from live_processes');
      return rows.length === 2;
    });
    await expect(sendNewKind()).rejects.toMatchObject({ code: 'processes_outdated' });
  });
});
