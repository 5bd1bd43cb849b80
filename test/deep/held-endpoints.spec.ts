import { EndpointHeaders } from '../../src/webhooks/endpoint-headers.js';
import { type WebhookEndpoint } from '../../src/webhooks/webhook-endpoint.entity.js';
import { findEndpoint } from '../../src/webhooks/webhook-endpoint.queries.js';
import { findEndpointDays } from '../../src/webhooks/webhook-health.queries.js';
import { findProbes } from '../../src/webhooks/webhook-probe.queries.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import { type Answer, answers, type Inbox } from '../support/receiver.js';
import { until } from '../support/until.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

const DOWN = answers.status(503);

describe('an endpoint that is down', () => {
  let mailbox: Mailbox;
  let subscribers: WebhookSubscribers;
  /** Another process of the service. */
  let second: TestApp;
  let inbox: Inbox;
  let org: TestOrganization;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    subscribers = await WebhookSubscribers.start({ smtpUrl: mailbox.url });
    const { settings, database } = subscribers.test;
    const kept = { ...database, drop: async () => undefined };
    second = await startTestApp(settings, { database: kept });
  });
  beforeEach(async () => {
    inbox = subscribers.receiver.newInbox();
    org = await subscribers.subscriber(inbox);
  });
  afterAll(async () => {
    await second?.close();
    await subscribers?.stop();
    await mailbox?.stop();
  });

  const manager = () => subscribers.test.dataSource.manager;
  const endpointOf = async ({ organizationId }: TestOrganization): Promise<WebhookEndpoint> =>
    (await findEndpoint(manager(), organizationId))!;
  const tick = (holdsWhenDown: boolean) =>
    subscribers.endpoints.setUrl({ organizationId: org.organizationId, url: inbox.url, holdsWhenDown });
  const publish = async (count: number) => {
    for (let event = 0; event < count; event++) await subscribers.publish(org);
  };
  /** Waits until nothing is being sent and everything due has been handled. */
  const quiet = () =>
    until('nothing is due', async () => {
      const [row] = await manager().query<{ due: number }[]>(
        `select count(*)::integer as due from jobs where kind like 'webhook.%' and (payload ->> 'organizationId') = $1
           and (lease_until is not null or run_at <= app_now())`,
        [String(org.organizationId)],
      );
      return row!.due === 0;
    });
  const pass = async (interval: string) => {
    await subscribers.moveClock(interval);
    await quiet();
  };
  /** An endpoint that is down, with this many deliveries that failed once each. */
  const holdWith = async (failed: number) => {
    await tick(true);
    inbox.answerAlways(DOWN);
    await publish(failed);
    await until('it is held', async () => (await endpointOf(org)).held);
    await quiet();
  };
  const probed = async () => {
    const records = await subscribers.history(org, '?limit=100');
    const probes = await Promise.all(
      records.map(({ id }) => findProbes(manager(), org.organizationId, id, 100)),
    );
    return probes.flat();
  };
  /** Once each: one that was under way when the clock moved on is sent again. */
  const mails = (subject: RegExp) => {
    const found = mailbox.mails.filter(
      (mail) => mail.recipients.includes(org.ownerEmail) && subject.test(mail.subject ?? ''),
    );
    return [...new Map(found.map((mail) => [mail.messageId, mail])).values()];
  };

  it('holds an endpoint after ten failures in a row, and all processes together probe it once a minute', async () => {
    const other = subscribers.receiver.newInbox();
    const stranger = await subscribers.subscriber(other);
    await holdWith(10);
    expect(inbox.requests).toHaveLength(10);
    await publish(3);
    await subscribers.publish(stranger);
    await other.waitFor(1);
    await quiet();
    expect(inbox.requests).toHaveLength(10);
    for (const minute of [1, 2, 3]) {
      await pass('60 seconds');
      await until('the probe has failed', async () => (await probed()).length === minute);
      expect(inbox.requests).toHaveLength(10 + minute);
    }
    // The next attempts of the first deliveries have become due, and wait.
    await pass('10 minutes');
    await until('the probe has failed', async () => (await probed()).length === 4);
    const records = await subscribers.history(org);
    expect(inbox.requests).toHaveLength(14);
    expect(records.filter(({ status }) => status === 'pending')).toHaveLength(13);
    expect(records.filter(({ attempts }) => attempts === 0)).toHaveLength(3);
    expect(records.filter(({ attempts }) => attempts === 1)).toHaveLength(10);
    expect(records.map(({ nextRetryAt }) => nextRetryAt)).toEqual(records.map(() => null));
    const oldest = records.at(-1)!;
    // Not the fourth: at that moment the oldest may be about to be parked again.
    const probes = inbox.requests.slice(10, 13).map(({ headers }) => headers['x-service-webhook-id']);
    expect(new Set(probes)).toEqual(new Set([oldest.requestBody.webhookId]));
    const [probe] = await probed();
    expect(probe).toMatchObject({ responseCode: 503, failureReason: 'HTTP 503', url: inbox.url });
    const { headers: received } = inbox.requests[13]!;
    const sent = Object.entries(probe!.requestHeaders!).map(([name, text]) => [name.toLowerCase(), text]);
    expect(received).toMatchObject(Object.fromEntries(sent) as object);
    expect(sent.map(([name]) => name)).toContain('webhook-timestamp');
    for (const signature of ['webhook-signature', 'x-service-signature']) {
      expect(received).toHaveProperty(signature);
      expect(JSON.stringify(probe)).not.toContain(received[signature]);
    }
    expect(probe!.firstByteMs).toBeLessThanOrEqual(probe!.durationMs);

    let [open, mostAtOnce] = [0, 0];
    const count: Answer = (response) => {
      mostAtOnce = Math.max(mostAtOnce, ++open);
      response.on('close', () => open--);
      setTimeout(() => response.writeHead(200).end(), 5);
    };
    inbox.answerAlways(count);
    await subscribers.moveClock('60 seconds');
    await until('all have arrived', async () =>
      (await subscribers.history(org)).every(({ status }) => status === 'success'),
    );
    expect(inbox.requests).toHaveLength(14 + 13);
    expect(mostAtOnce).toBeLessThanOrEqual(8);
    const ended = await subscribers.history(org);
    expect(ended.filter(({ attempts }) => attempts === 1)).toHaveLength(3);
    expect(ended.filter(({ attempts }) => attempts === 2)).toHaveLength(10);
    expect(await endpointOf(org)).toMatchObject({ held: false, nextProbeAt: null });
    expect((await endpointOf(stranger)).held).toBe(false);

    const told = await mailbox.waitForMailTo(org.ownerEmail, /deliveries are on hold/);
    expect(told.text).toContain(
      `Deliveries to localhost:${subscribers.receiver.port} have been on hold since`,
    );
    const over = await mailbox.waitForMailTo(org.ownerEmail, /no longer on hold/);
    expect(over.text).toContain('has accepted a delivery again');
    expect(mails(/on hold/)).toHaveLength(2);
    const { id } = await endpointOf(org);
    const byItself = { userId: null, address: 'service', subjectKind: 'webhook_endpoint', subjectId: id };
    expect(await activityOf(subscribers.test.dataSource, org.organizationId)).toEqual(
      ['endpoint_held', 'endpoint_released'].map((type) => expect.objectContaining({ type, ...byItself })),
    );
  });

  it('sends the headers of the endpoint with probes and replays, and records them nowhere', async () => {
    const value = 'Bearer a-token-of-the-gateway';
    const headers = subscribers.test.app.get(EndpointHeaders, { strict: false });
    const entered = [{ name: 'Authorization', value }];
    await headers.set(await endpointOf(org), entered, new URL(inbox.url).origin);
    await holdWith(10);
    inbox.answerAlways(answers.status(503, { body: value, headers: { 'x-echo': value } }));
    await pass('60 seconds');
    await until('the probe has failed', async () => (await probed()).length === 1);
    inbox.answerAlways(answers.status(200, { body: value }));
    await pass('60 seconds');
    const record = await subscribers.recordWith(org, { status: 'success' });
    const before = inbox.requests.length;
    const { status } = await org.api.post(`/api/v1/webhook-notifications/${record.id}/replay`);
    expect(status).toBe(201);
    await inbox.waitFor(before + 1);
    await quiet();
    expect(inbox.requests.map(({ headers }) => headers.authorization)).toEqual(
      inbox.requests.map(() => value),
    );
    const attempts = await manager().query('select * from webhook_attempts where organization_id = $1', [
      org.organizationId,
    ]);
    const recorded = JSON.stringify([attempts, await probed(), await subscribers.history(org)]);
    expect(recorded).toContain('[hidden]');
    expect(recorded).not.toContain('a-token-of-the-gateway');
  });

  it('probes with the next event that can be sent, if nothing waited', async () => {
    await holdWith(10);
    await manager().query(
      `update webhook_deliveries set status = 'failed', failure_reason = 'HTTP 503', next_retry_at = null, parked = false
       where organization_id = $1`,
      [org.organizationId],
    );
    await pass('60 seconds');
    expect(inbox.requests).toHaveLength(10);
    inbox.answerAlways(answers.status(200));
    await publish(1);
    await pass('60 seconds');
    await subscribers.recordWith(org, { status: 'success' });
    expect((await endpointOf(org)).held).toBe(false);
  });

  it('holds no endpoint unless the box is ticked', async () => {
    inbox.answerAlways(DOWN);
    await publish(12);
    await inbox.waitFor(12);
    await quiet();
    const { held, holdsWhenDown } = await endpointOf(org);
    expect({ held, holdsWhenDown }).toEqual({ held: false, holdsWhenDown: false });
    expect((await subscribers.history(org)).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  it('holds an endpoint for ten different deliveries, not for a few that fail repeatedly', async () => {
    await tick(true);
    inbox.answerAlways(DOWN);
    await publish(9);
    await inbox.waitFor(9);
    await quiet();
    await manager().query(
      `with again as (
         update jobs set run_at = app_now() where kind = 'webhook.deliver' and (payload ->> 'organizationId') = $1
         returning lane_id)
       update job_lanes set ready_at = '-infinity' where id in (select lane_id from again)`,
      [String(org.organizationId)],
    );
    await pass('1 second');
    await inbox.waitFor(18);
    await quiet();
    expect((await endpointOf(org)).held).toBe(false);
    await publish(1);
    await until('it is held', async () => (await endpointOf(org)).held);
  });

  it('holds no endpoint if one has succeeded in between, or if the failures are more than five minutes apart', async () => {
    await tick(true);
    const late = answers.status(503, { headers: { 'retry-after': '450' } });
    inbox.answerAlways(late);
    await publish(9);
    await inbox.waitFor(9);
    await quiet();
    inbox.answerNext(answers.status(200));
    await publish(1);
    await quiet();
    await publish(9);
    await inbox.waitFor(19);
    await quiet();
    expect((await endpointOf(org)).held).toBe(false);
    await pass('301 seconds');
    await publish(1);
    await inbox.waitFor(20);
    await quiet();
    expect((await endpointOf(org)).held).toBe(false);
    await publish(9);
    await until('it is held', async () => (await endpointOf(org)).held);
  });

  it.each<[string, () => Promise<unknown>, boolean]>([
    ['resumed', () => subscribers.endpoints.setPaused(org.organizationId, false), true],
    ['no longer ticked', () => tick(false), true],
    ['paused', () => subscribers.endpoints.setPaused(org.organizationId, true), false],
    ['disabled', () => subscribers.endpoints.setDisabled(org.organizationId, true), false],
  ])('releases an endpoint once it is %s, and tells its owners', async (state, change, goesOn) => {
    await holdWith(10);
    await publish(2);
    await quiet();
    inbox.answerAlways(answers.status(200));
    await change();
    await quiet();
    expect((await endpointOf(org)).held).toBe(false);
    await pass('60 seconds');
    await pass('60 seconds');
    expect(await probed()).toEqual([]);
    const sent = (await subscribers.history(org)).filter(({ status }) => status === 'success');
    expect(sent).toHaveLength(goesOn ? 2 : 0);
    expect(inbox.requests).toHaveLength(goesOn ? 12 : 10);
    const failed = (await subscribers.history(org, '?status=failed')).length;
    expect(failed).toBe(state === 'disabled' ? 12 : 0);
    const days = await findEndpointDays(manager(), org, 2);
    expect(days.reduce((sum, day) => sum + day.failed, 0)).toBe(failed);
    const told = await mailbox.waitForMailTo(org.ownerEmail, /no longer on hold/);
    expect(told.text).toContain('A member of your organization has changed the endpoint');
  });

  it('sends one probe a minute, also if the endpoint is held a second time within the same one', async () => {
    await holdWith(10);
    await subscribers.endpoints.setPaused(org.organizationId, false);
    await publish(10);
    await until('it is held again', async () => (await endpointOf(org)).held);
    await quiet();
    const before = inbox.requests.length;
    await pass('61 seconds');
    await until('it is probed', async () => (await probed()).length === 1);
    expect(inbox.requests).toHaveLength(before + 1);
  });

  it('aborts what is being sent when the endpoint is disabled, and sends nothing more', async () => {
    const answer = inbox.holdNext();
    await publish(1);
    await inbox.waitFor(1);
    await subscribers.endpoints.setDisabled(org.organizationId, true);
    answer(answers.status(200));
    const record = await subscribers.recordWith(org, { status: 'success' });
    expect(record).toMatchObject({ attempts: 1, responseCode: 200 });
    await publish(1);
    await quiet();
    expect(await subscribers.history(org)).toHaveLength(1);
  });
});
