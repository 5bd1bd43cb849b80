import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { SealRetries } from '../../src/completion/seal-retries.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { sendRequest } from '../support/signing-requests.js';

const SEALING = 'The document is being sealed.';

interface SealJob {
  attempt: number;
  isRunning: boolean;
  isDue: boolean;
}

const DUE: SealJob = { attempt: 0, isRunning: false, isDue: true };

/** The service without workers, so that jobs stay as they are. */
describe('trying again to seal', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let id: number;

  beforeAll(async () => {
    test = await startTestApp({ role: 'web' });
  });
  afterAll(() => test?.close());
  beforeEach(async () => {
    acme = await test.createOrganization();
    const request = await sendRequest(test, acme, 'fast');
    expect((await request.visitors[0]!.sign()).location).toBe('/done');
    id = request.id;
  });

  const OF_REQUEST = "kind = 'signature.seal' and (payload ->> 'signatureId')::bigint = $1";
  const change = (changes: string) =>
    test.dataSource.query(`update jobs set ${changes} where ${OF_REQUEST}`, [id]);
  const giveUp = () =>
    test.dataSource.query(
      `with gone as (delete from jobs where ${OF_REQUEST} returning *)
       insert into failed_jobs (id, kind, payload, attempts, error) select id, kind, payload, 175, 'refused' from gone`,
      [id],
    );
  const jobs = () =>
    test.dataSource.query<SealJob[]>(
      `select attempt, lease_until is not null as "isRunning", run_at <= app_now() as "isDue"
       from jobs where ${OF_REQUEST}`,
      [id],
    );
  const givenUp = () =>
    test.dataSource.query<object[]>(`select 1 from failed_jobs where ${OF_REQUEST}`, [id]);
  const retries = () => test.app.get(SealRetries, { strict: false });
  const retry = (organizationId = acme.organizationId) => retries().retry(id, operatorOf(organizationId));
  const isUnderWay = () => retries().isUnderWay({ organizationId: acme.organizationId, signatureId: id });
  const recorded = async () =>
    (await activityOf(test.dataSource, acme.organizationId)).filter(({ type }) => type === 'seal_retried');

  it('makes a waiting job due, which keeps its attempts, and records the action', async () => {
    await change("attempt = 4, run_at = app_now() + interval '1 hour'");
    expect(await isUnderWay()).toBe(false);
    await retry();
    expect(await jobs()).toEqual([{ ...DUE, attempt: 4 }]);
    expect(await isUnderWay()).toBe(true);
    expect(await recorded()).toMatchObject([{ subjectKind: 'signature', subjectId: id, userId: null }]);
  });

  it('begins again with a job that was given up', async () => {
    await giveUp();
    await retry();
    expect([await jobs(), await givenUp()]).toEqual([[DUE], []]);
  });

  it('leaves a running job alone', async () => {
    await change(
      "attempt = 1, lease_token = gen_random_uuid(), lease_until = app_now() + interval '20 seconds'",
    );
    await retry();
    expect(await jobs()).toEqual([{ attempt: 1, isRunning: true, isDue: true }]);
    expect(await isUnderWay()).toBe(true);
    expect(await recorded()).toHaveLength(1);
  });

  it('adds a job if there is none', async () => {
    await test.dataSource.query(`delete from jobs where ${OF_REQUEST}`, [id]);
    await retry();
    expect(await jobs()).toEqual([DUE]);
  });

  it('never leads to two jobs, however many try at once', async () => {
    await giveUp();
    await Promise.all([1, 2, 3, 4].map(() => retry()));
    expect([await jobs(), await givenUp()]).toEqual([[DUE], []]);
    expect(await recorded()).toHaveLength(4);
  });

  it('changes nothing for another organization', async () => {
    await change("run_at = app_now() + interval '1 hour'");
    const other = await test.createOrganization();
    await expect(retry(other.organizationId)).rejects.toMatchObject({ statusCode: 404 });
    expect(await jobs()).toEqual([{ ...DUE, isDue: false }]);
    for (const { organizationId } of [acme, other])
      expect(await activityOf(test.dataSource, organizationId)).toEqual([]);
  });

  it('says so if no worker begins', async () => {
    const outcome = await retries().retryAndWait(id, operatorOf(acme.organizationId), 0);
    expect(outcome).toEqual({ completed: false, message: expect.stringContaining('no worker has begun') });
    expect(await jobs()).toEqual([DUE]);
  });

  it('leads back to a page that says that the document is being sealed, while it is', async () => {
    const owner = await signedIn(test, acme);
    const page = `signatures/${id}`;
    const shown = async () => (await owner.get(`${page}?done=sealing`)).html;
    await change("run_at = app_now() + interval '1 hour'");
    expect(await shown()).not.toContain(SEALING);
    expect((await owner.send(`${page}/seal`, {}, page)).location).toBe(`/${page}?done=sealing`);
    expect(await shown()).toContain(SEALING);
    await giveUp();
    expect(await shown()).not.toContain(SEALING);
  });
});
