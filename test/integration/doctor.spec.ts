import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseRole } from '../../src/health/database-role.queries.js';
import { DoctorService } from '../../src/health/doctor.service.js';
import { REMEDIES } from '../../src/health/domain/doctor-check.js';
import { checkSandbox } from '../../src/health/sandbox-check.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { findStartedJobs } from '../../src/platform/jobs/job-state.queries.js';
import { SEAL_JOB } from '../../src/signatures/signature-job.kinds.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { createTestDatabase } from '../support/database.js';
import { inDepth } from '../support/in-depth.js';
import { collectLog } from '../support/log-lines.js';
import { Mailbox } from '../support/mailbox.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

/** Port 1 (tcpmux) of the loopback address, where nothing listens. */
const NOBODY = { tsaUrl: 'http://127.0.0.1:1/', webhookAllowedCidrs: ['127.0.0.0/8'] };

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp(NOBODY);
});
afterAll(() => test?.close());

const examine = () => test.app.get(DoctorService).examine();

async function check(...names: string[]) {
  const { checks } = await examine();
  return names.map((name) => checks.find((each) => each.name === name));
}

async function hasFailed(kind: string): Promise<boolean> {
  const started = await findStartedJobs(test.dataSource.manager, kind);
  return started.some(({ state }) => state === 'waiting');
}

it('reports each part, and is unhealthy if the time stamp authority does not answer', async () => {
  const { healthy, checks } = await examine();
  expect(checks).toEqual(
    expect.arrayContaining([
      { name: 'database', ok: true, message: expect.stringMatching(/^PostgreSQL \d+\.\d+/) },
      { name: 'database role', ok: true, message: expect.stringMatching(/, which is not a superuser$/) },
      { name: 'search', ok: true, message: 'the text search index is complete' },
      { name: 'indexes', ok: true, message: 'all are complete' },
      { name: 'data folder', ok: true, message: test.settings.dataDir },
      {
        ...{ name: 'mail', ok: null, message: expect.stringContaining('SMTP_URL') },
        ...{ code: 'no_mail_server', remedy: REMEDIES.no_mail_server },
      },
      {
        name: 'child processes',
        ok: true,
        message: expect.stringMatching(/^a filter of system calls, bubblewrap \(no network, no files/),
      },
      { name: 'waiting jobs', ok: true, message: 'none is late' },
      { name: 'failed jobs', ok: true, message: 'none' },
      { name: 'sealing', ok: true, message: 'no seal has failed' },
      {
        name: 'time stamps',
        ok: false,
        message: expect.stringMatching(/^TSA_URL returned no time stamp.*connection refused$/),
        code: 'time_stamp_refused',
        remedy: REMEDIES.time_stamp_refused,
      },
    ]),
  );
  expect(healthy).toBe(false);
});

it('warns if the database role is a superuser or may run programs', async () => {
  const database = await createTestDatabase();
  const powerful = await startTestApp({}, { database: { ...database, url: database.superuserUrl } });
  const runner = powerful.dataSource.createQueryRunner();
  try {
    const { healthy, checks } = await powerful.app.get(DoctorService).examine();
    expect(checks.find(({ name }) => name === 'database role')).toMatchObject({
      ok: null,
      code: 'database_role_powerful',
      message: expect.stringContaining('more rights than the service needs: SUPERUSER'),
    });
    expect(healthy).toBe(true);
    await runner.startTransaction();
    await runner.query('create role runs_programs; grant pg_execute_server_program to runs_programs');
    await runner.query('set local role runs_programs');
    expect(await databaseRole(runner.manager)).toEqual({
      name: 'runs_programs',
      powers: ['pg_execute_server_program'],
    });
    await runner.rollbackTransaction();
  } finally {
    await runner.release();
    await powerful.close();
  }
});

it('the doctor has a remedy for everything it can find, and finds nothing without a code', async () => {
  for (const [code, remedy] of Object.entries(REMEDIES)) {
    expect(code).toMatch(/^[a-z_]+$/);
    expect(remedy).toMatch(/^[A-Z].{20}/);
  }
  const { checks } = await examine();
  const found = checks.filter((check) => check.ok !== true);
  expect(found.length).toBeGreaterThan(1);
  for (const { code, remedy } of found) expect(remedy).toBe(REMEDIES[code]);
  // Every code is used somewhere.
  const sources = [
    ...['doctor.service.ts', 'outside-stores.ts', 'sandbox-check.ts'],
    ...['mail-check.ts', 'outbound-ways.ts'],
  ].map((name) => readFileSync(join(PROJECT_ROOT, 'src/health', name), 'utf8'));
  for (const code of Object.keys(REMEDIES)) expect(sources.join('\n')).toContain(`'${code}'`);
});

it.each([
  [
    'account',
    'the account 65534 and Node.js permissions, but with network access. For a sandbox, install bubblewrap',
  ],
  ['none', 'Node.js permissions only. For a sandbox, install bubblewrap'],
] as const)('reports what child processes lack with the layer %s', (layer, message) => {
  expect(checkSandbox({ layer, filtersCalls: false })).toEqual({
    name: 'child processes',
    ok: null,
    message: expect.stringContaining(message),
    code: 'weak_sandbox',
    remedy: REMEDIES.weak_sandbox,
  });
});

it('reports an index whose build was interrupted, and how to complete it', async () => {
  const [writer, operator] = [test.dataSource.createQueryRunner(), test.dataSource.createQueryRunner()];
  try {
    const [{ definition }] = (await operator.query(
      "select indexdef as definition from pg_indexes where indexname = 'signatures_by_organization_text'",
    )) as [{ definition: string }];
    await operator.query('drop index signatures_by_organization_text');
    // The build waits for transactions that write to the table, here for longer than the operator does.
    await writer.startTransaction();
    await writer.query('lock table signatures in row exclusive mode');
    await operator.query("set lock_timeout = '20ms'");
    const building = operator.query(definition.replace('INDEX', 'INDEX CONCURRENTLY'));
    await expect(building).rejects.toThrow('lock timeout');
    await writer.rollbackTransaction();
    const remedy = 'reindex index concurrently signatures_by_organization_text';
    expect(await check('search', 'indexes')).toMatchObject([
      { ok: null, message: expect.stringContaining('is incomplete') },
      {
        ok: false,
        message: expect.stringMatching(new RegExp(`^signatures_by_organization_text: .*: ${remedy}$`)),
      },
    ]);
    await operator.query('reset lock_timeout');
    await operator.query(remedy);
    expect(await check('search', 'indexes')).toMatchObject([{ ok: true }, { ok: true }]);
  } finally {
    await writer.release();
    await operator.release();
  }
});

inDepth(
  'reports since when the mail server refuses mail and its reply, without addresses, until it accepts one',
  async () => {
    const account = { user: 'countersign', password: 'right' };
    const mailbox = await Mailbox.start(account);
    const mailing = await startTestApp({ smtpUrl: mailbox.url });
    try {
      const doctor = mailing.app.get(DoctorService);
      const mail = async () => (await doctor.examine()).checks.find(({ name }) => name === 'mail');
      expect(await mail()).toEqual({
        name: 'mail',
        ok: true,
        message: 'emails are sent over SMTP, and the server accepts the sign-in',
      });
      const members = [await mailing.createOrganization(), await mailing.createOrganization()];
      const owners = await Promise.all(members.map((member) => signedIn(mailing, member)));
      mailbox.refuseAll({ code: 451, message: 'try <ann@acme.test> later' });
      for (const owner of owners) await owner.send('mail');
      // The server may only want fewer.
      expect(await mail()).toMatchObject({
        ok: true,
        message: expect.stringContaining('a minute for now because the server refused more'),
      });
      await mailing.database.moveClock('5 minutes');
      for (const owner of owners) await owner.send('mail');
      const failing = await mail();
      expect(failing).toEqual({
        name: 'mail',
        ok: false,
        code: 'mail_failing',
        message: expect.stringMatching(
          /^no mail from 2 organizations has been accepted since \d{4}-[-\d]+T[:.\d]+Z: 451 try … later$/,
        ),
        remedy: REMEDIES.mail_failing,
      });
      // The last reply, and the time of the first.
      mailbox.refuseAll({ code: 454, message: 'busy' });
      await mailing.database.moveClock('5 minutes');
      for (const owner of owners) await owner.send('mail');
      expect(await mail()).toMatchObject({ message: failing!.message.replace(/: 451.*/, ': 454 busy') });

      mailbox.refuseAll();
      await owners[0]!.send('mail');
      expect(await mail()).toMatchObject({ ok: true });
      // The check really signs in before any mail is sent.
      account.password = 'another';
      expect(await mail()).toEqual({
        name: 'mail',
        ok: false,
        code: 'mail_server_refuses',
        message: expect.stringMatching(/^The mail server refuses the service’s user name.*: 535 /),
        remedy: REMEDIES.mail_server_refuses,
      });
    } finally {
      await mailing.close();
      await mailbox.stop();
    }
  },
);

inDepth('reports a mail server that offers no sign-in although a user name is set', async () => {
  const mailbox = await Mailbox.start();
  const url = new URL(mailbox.url);
  const examined = async (smtpUrl: string) => {
    const mailing = await startTestApp({ smtpUrl });
    try {
      const { checks } = await mailing.app.get(DoctorService).examine();
      return checks.find(({ name }) => name === 'mail');
    } finally {
      await mailing.close();
    }
  };
  try {
    expect(await examined(url.href)).toMatchObject({ ok: true, message: expect.stringMatching(/answers$/) });
    [url.username, url.password] = ['countersign', 'right'];
    expect(await examined(url.href)).toMatchObject({ ok: false, code: 'mail_server_refuses' });
  } finally {
    await mailbox.stop();
  }
});

it('reports a proxy whose header is not trusted, once in the log, but not a single visitor who sends it', async () => {
  const visit = () => fetch(`${test.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  const log = collectLog();
  try {
    await visit();
    expect(await check('reverse proxy')).toMatchObject([{ ok: true }]);
    for (let visits = 0; visits < 50; visits++) await visit();
    const told = await until('it is noticed', async () => {
      const [found] = await check('reverse proxy');
      return found!.ok === null && found;
    });
    expect(told).toMatchObject({ message: expect.stringContaining('TRUSTED_PROXIES is not set') });
  } finally {
    log.end();
  }
  expect(log.lines.filter((line) => line.includes('X-Forwarded-For'))).toEqual([
    expect.stringMatching(/^warn: .*TRUSTED_PROXIES is not set/),
  ]);
});

inDepth('reports a request whose seal fails, from the first failure until it is cancelled', async () => {
  const acme = await test.createOrganization();
  const { id, path, visitors } = await sendRequest(test, acme, 'fast');
  expect((await visitors[0]!.sign()).location).toBe('/done');
  await until('the first seal has failed', () => hasFailed(SEAL_JOB));
  const retry = `npm run cli -- seal:retry --organization ${acme.organizationId} --signature ${id}`;
  const reasons =
    'cause: The time stamp authority gave no valid time stamp. (connection refused); ' +
    `remedy: Check TSA_URL and TSA_CA_FILE, and whether the authority can be reached from here. Documents are then sealed automatically once it answers. To try at once: ${retry}`;
  expect(await check('sealing')).toMatchObject([{ ok: false, message: `retrying: ${id}; ${reasons}` }]);

  await test.dataSource.query(
    `with given_up as (delete from jobs where kind = $1 returning id, kind, payload, attempt)
     insert into failed_jobs (id, kind, payload, attempts, error)
     select id, kind, payload, attempt, 'refused' from given_up`,
    [SEAL_JOB],
  );
  expect(await check('sealing', 'failed jobs')).toMatchObject([
    { ok: false, message: `given up: ${id}; ${reasons}` },
    { ok: false, message: `1 of ${SEAL_JOB}` },
  ]);

  expect((await acme.api.delete(path)).status).toBe(200);
  expect(await check('sealing')).toMatchObject([{ ok: true, message: 'no seal has failed' }]);
});
