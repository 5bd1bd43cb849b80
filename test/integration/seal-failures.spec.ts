import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { SealRetries } from '../../src/completion/seal-retries.js';
import { DoctorService } from '../../src/health/doctor.service.js';
import { JobReaper } from '../../src/platform/jobs/engine/job-reaper.js';
import { findSealFailure } from '../../src/signatures/seal-failures.queries.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { patience } from '../support/patience.js';
import { sendRequest } from '../support/signing-requests.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';
import { until } from '../support/until.js';

/** Six attempts, two of which make a seal. */
const LONGEST_MS = 120_000;

let authority: TimeStampAuthority;
let mailbox: Mailbox;
let test: TestApp;

beforeAll(async () => {
  authority = await TimeStampAuthority.start();
  mailbox = await Mailbox.start();
  const network = { tsaUrl: authority.url, webhookAllowedCidrs: ['127.0.0.0/8'] };
  test = await startTestApp({ ...network, smtpUrl: mailbox.url });
});
afterAll(async () => {
  await test?.close();
  await mailbox?.stop();
  await authority?.stop();
});

interface Key {
  organizationId: number;
  signatureId: number;
}

const retries = () => test.app.get(SealRetries, { strict: false });
const retry = ({ organizationId, signatureId }: Key) =>
  retries().retryAndWait(signatureId, operatorOf(organizationId), patience(60));
const sealJobs = ({ signatureId }: Key) =>
  test.dataSource.query<{ id: number }[]>(
    "select id from jobs where kind = 'signature.seal' and (payload ->> 'signatureId')::bigint = $1",
    [signatureId],
  );

const about = (subject: RegExp) => mailbox.mails.filter((mail) => subject.test(mail.subject ?? ''));

inDepth(
  'tells the owner once, with cause and remedy, and lets them try again at once',
  async () => {
    authority.behaviour = 'fails';
    const acme = await test.createOrganization();
    const { id, visitors, status } = await sendRequest(test, acme, 'fast');
    const key = { organizationId: acme.organizationId, signatureId: id };
    await expect(retry(key)).rejects.toMatchObject({ code: 'not_signed' });
    expect((await visitors[0]!.sign()).location).toBe('/done');
    for (const times of [1, 2, 3, 4]) {
      await until(`the seal has failed ${times} times`, async () => {
        const failure = await findSealFailure(test.dataSource.manager, key);
        return (failure?.failures ?? 0) >= times;
      });
      if (times === 3) await mailbox.waitFor(({ subject }) => /^Not completed yet/.test(subject ?? ''));
      expect(about(/^Not completed yet/)).toHaveLength(times >= 3 ? 1 : 0);
      await test.database.moveClock('2 minutes');
    }
    const [mail] = about(/^Not completed yet/);
    expect(mail!.recipients).toEqual([acme.ownerEmail]);
    expect(mail!.text).toContain('The time stamp authority gave no valid time stamp.');
    expect(mail!.text).toContain('Check TSA_URL');
    expect(mail!.text).toContain(`seal:retry --organization ${acme.organizationId} --signature ${id}`);

    expect(await retry(key)).toMatchObject({
      ...{ completed: false, cause: 'time_stamp' },
      message: expect.stringContaining('500'),
    });
    expect(await status()).toBe('created');
    expect(await sealJobs(key)).toHaveLength(1);
    authority.behaviour = 'good';
    expect(await retry(key)).toEqual({ completed: true });
    expect(await status()).toBe('completed');
    expect(await sealJobs(key)).toEqual([]);
    expect(await findSealFailure(test.dataSource.manager, key)).toBeNull();
    const { checks } = await test.app.get(DoctorService).examine();
    expect(checks).toContainEqual({ name: 'sealing', ok: true, message: 'no seal has failed' });
    await expect(retry(key)).rejects.toMatchObject({ code: 'request_closed' });
    await expect(retry({ ...key, organizationId: 999 })).rejects.toMatchObject({ statusCode: 404 });
    const retried = { type: 'seal_retried', subjectKind: 'signature', subjectId: id };
    expect(await activityOf(test.dataSource, acme.organizationId)).toMatchObject([retried, retried]);
  },
  LONGEST_MS,
);

it('also tells the owner if the job is given up because its workers died', async () => {
  authority.behaviour = 'fails';
  const acme = await test.createOrganization();
  const { id, visitors } = await sendRequest(test, acme, 'fast');
  const key = { organizationId: acme.organizationId, signatureId: id };
  await visitors[0]!.sign();
  const failure = () => findSealFailure(test.dataSource.manager, key);
  await until('the seal has failed', async () => (await failure()) !== null);
  // The state that the sixtieth dying worker leaves.
  await test.dataSource.query(
    `with dying as (
       update jobs set attempt = attempt + 1, deaths = 59, lease_token = gen_random_uuid(),
         lease_until = app_now() - interval '1 minute'
       where kind = 'signature.seal' and payload ->> 'signatureId' = $1 returning lane_id)
     update job_lanes set inflight = inflight + 1 where id in (select lane_id from dying)`,
    [String(id)],
  );
  await test.app.get(JobReaper, { strict: false }).reap();
  const mail = await mailbox.waitForMailTo(acme.ownerEmail, /^Not completed yet/);
  expect(mail.text).toContain(`seal:retry --organization ${acme.organizationId} --signature ${id}`);
  expect(await failure()).toMatchObject({ message: 'its workers died 60 times' });
});
