import { JobReaper } from '../../src/platform/jobs/engine/job-reaper.js';
import { RunnerLimits } from '../../src/platform/jobs/engine/runner-limits.js';
import { WebhookHistory } from '../../src/webhooks/webhook-history.js';
import { startTestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { answers, type Inbox } from '../support/receiver.js';
import { until } from '../support/until.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

const DOWN = answers.status(503);

describe('a delivery whose worker dies', () => {
  let subscribers: WebhookSubscribers;
  let inbox: Inbox;
  let org: TestOrganization;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
    inbox = subscribers.receiver.newInbox();
  });
  beforeEach(async () => {
    inbox = subscribers.receiver.newInbox();
    org = await subscribers.subscriber(inbox);
  });
  afterAll(() => subscribers?.stop());

  /** After this many failed attempts a worker begins the next one and dies. */
  const dieAfter = async (attempts: number, meanwhile = async () => undefined as unknown) => {
    const { test } = subscribers;
    inbox.answerAlways(DOWN);
    await subscribers.publish(org);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      await subscribers.recordWith(org, { attempts: attempt });
      if (attempt < attempts) await subscribers.moveClock('1 hour');
    }
    inbox.answerAlways(answers.status(200));
    await until('the job waits again', async () => {
      const [leased] = await test.dataSource.query<[unknown[], number]>(
        `with dying as (
           update jobs set attempt = attempt + 1, lease_token = gen_random_uuid(), lease_until = app_now() + interval '20 s'
           where payload ->> 'organizationId' = $1 and kind = 'webhook.deliver' and lease_until is null returning lane_id)
         update job_lanes set inflight = inflight + 1 where id in (select lane_id from dying) returning id`,
        [String(org.organizationId)],
      );
      return leased.length > 0;
    });
    await meanwhile();
    await subscribers.moveClock('1 hour');
    await test.app.get(JobReaper, { strict: false }).reap();
  };

  it('a delivery lost in its last attempt fails without a sixth request', async () => {
    await dieAfter(4);
    const record = await subscribers.recordWith(org, { status: 'failed' });
    expect(record).toMatchObject({
      attempts: 5,
      failureReason: 'worker lost',
      responseCode: null,
      nextRetryAt: null,
    });
    await subscribers.moveClock('1 day');
    expect(await subscribers.jobsLeft(org)).toBe(0);
    expect(inbox.requests).toHaveLength(4);
  });

  inDepth('a delivery lost in its last attempt also fails if its worker is stopped', async () => {
    const stopping = await WebhookSubscribers.start();
    const { app, settings, database } = stopping.test;
    const slow = stopping.receiver.newInbox();
    const owner = await stopping.subscriber(slow);
    slow.answerAlways(DOWN);
    await stopping.publish(owner);
    for (const attempts of [1, 2, 3]) {
      await stopping.recordWith(owner, { attempts });
      await stopping.moveClock('1 hour');
    }
    await stopping.recordWith(owner, { attempts: 4 });
    slow.answerAlways(answers.hang());
    await stopping.moveClock('1 hour');
    await slow.waitFor(5);
    Object.assign(app.get(RunnerLimits, { strict: false }), { stopMs: 0 });
    await app.close();
    const next = await startTestApp(settings, { database });
    const { rows } = await next.app
      .get(WebhookHistory, { strict: false })
      .page({ organizationId: owner.organizationId, limit: 10, offset: 0 });
    expect(rows).toMatchObject([{ status: 'failed', attempts: 5, failureReason: 'worker lost' }]);
    await next.close();
    await stopping.receiver.stop();
    expect(slow.requests).toHaveLength(5);
  });

  inDepth(
    'a delivery lost earlier is attempted again at once, and uses up none of its five attempts',
    async () => {
      await dieAfter(3);
      expect(await subscribers.recordWith(org, { status: 'success' })).toMatchObject({ attempts: 4 });
      expect(inbox.requests).toHaveLength(4);
    },
  );

  inDepth('a lost delivery waits if the endpoint is paused meanwhile', async () => {
    await dieAfter(3, () => subscribers.endpoints.setPaused(org.organizationId, true));
    await until('it waits', async () => (await subscribers.jobsLeft(org)) === 0);
    expect(await subscribers.history(org)).toMatchObject([{ status: 'pending', attempts: 3 }]);
  });

  it('a delivery lost in its last attempt also fails if the endpoint is paused meanwhile', async () => {
    await dieAfter(4, () => subscribers.endpoints.setPaused(org.organizationId, true));
    expect(await subscribers.recordWith(org, { status: 'failed' })).toMatchObject({ attempts: 5 });
    await subscribers.endpoints.setPaused(org.organizationId, false);
    await until('nothing is to be sent', async () => (await subscribers.jobsLeft(org)) === 0);
    expect(inbox.requests).toHaveLength(4);
  });
});
