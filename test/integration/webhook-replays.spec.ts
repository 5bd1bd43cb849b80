import { replayDeliveries } from '../../src/webhooks/webhook-replay.queries.js';
import { activityOf } from '../support/activity.js';
import { type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { feedWith } from '../support/event-feed.js';
import { inDepth } from '../support/in-depth.js';
import { answers, type Inbox } from '../support/receiver.js';
import { until } from '../support/until.js';
import { type DeliveryRecord, signatureOf, WebhookSubscribers } from '../support/webhook-subscribers.js';

const HISTORY = '/api/v1/webhook-notifications';
/** Failed deliveries of one event, recorded in the milliseconds before the first. */
const FAILED = `
  insert into webhook_deliveries (organization_id, endpoint_id, event_seq, webhook_id, event, subject_kind, subject_id,
    status, attempts, failure_reason, created_at)
  select organization_id, endpoint_id, event_seq, gen_random_uuid(), event, subject_kind, subject_id, 'failed', 5, 'HTTP 500',
    created_at - n * interval '1 millisecond'
  from webhook_deliveries, generate_series(1, $2::integer) n where id = $1`;
const HOLD = `
  update webhook_endpoints set holds_when_down = true, held = true, state_since = app_now(), next_probe_at = app_now()
  where organization_id = $1`;
/** Gives the organization's other deliveries their own events, so they do not count as the same. */
const APART = `
  with event as (
    insert into webhook_events (id, organization_id, era, xid, type, subject_kind, subject_id, body, created_at)
    select d.webhook_id, v.organization_id, v.era, v.xid, v.type, v.subject_kind, v.subject_id, v.body, v.created_at
    from webhook_deliveries d join webhook_events v on v.seq = d.event_seq
    where d.organization_id = $1 and d.webhook_id <> v.id returning id, seq)
  update webhook_deliveries d set event_seq = event.seq from event where d.organization_id = $1 and d.webhook_id = event.id`;

describe('replaying a delivery', () => {
  let subscribers: WebhookSubscribers;
  let inbox: Inbox;
  let org: TestOrganization;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
  });
  beforeEach(async () => {
    inbox = subscribers.receiver.newInbox();
    org = await subscribers.subscriber(inbox);
  });
  afterAll(() => subscribers?.stop());

  const replay = (id: string, key?: string) =>
    org.api.post(`${HISTORY}/${id}/replay`, undefined, key ? { headers: { 'idempotency-key': key } } : {});

  it('a replay arrives under its own id and names the old one, and is still one event', async () => {
    await subscribers.publish(org, 'signature.completed', { id: 9, subject: 'Küche ✍' });
    const old = await subscribers.recordWith(org, { status: 'success' });
    const { status, body } = await replay(old.id);
    expect({ status, body }).toEqual({ status: 201, body: { id: expect.any(String) } });
    const [first, second] = await inbox.waitFor(2);
    const record = await subscribers.recordWith(org, { id: body.id, status: 'success' });
    expect(record).toMatchObject({ replayOf: old.webhookId, attempts: 1, endpointId: old.endpointId });
    expect(record.webhookId).not.toBe(old.webhookId);
    expect(record.requestBody).toEqual({ ...old.requestBody, webhookId: record.webhookId });
    const text = first!.body.toString().replace(old.webhookId, record.webhookId);
    expect(second!.body.toString()).toBe(text);
    expect(second!.headers['x-service-signature']).toBe(signatureOf(second!.body, org.webhookSecret));
    expect((await subscribers.recordWith(org, { id: old.id })).replayOf).toBeNull();
    expect(await feedWith(org, 1)).toEqual([old.requestBody]);
  });

  it('refuses a replay during an attempt, without an address, and once the endpoint is disabled', async () => {
    inbox.answerNext(answers.status(500));
    await subscribers.publish(org);
    const waiting = await subscribers.recordWith(org, { status: 'pending', attempts: 1 });
    expect((await replay(waiting.id)).body).toMatchObject({ statusCode: 400, code: 'delivery_pending' });
    const { organizationId } = org;
    await subscribers.endpoints.setDisabled(organizationId, true);
    expect((await replay(waiting.id)).body).toMatchObject({ statusCode: 400, code: 'endpoint_disabled' });
    const times = { from: '2026-01-01T00:00:00Z', until: new Date(Date.now() + 1_000).toISOString() };
    const ofEndpoint = { ...times, endpointId: waiting.endpointId };
    expect((await org.api.post(`${HISTORY}/replays`, ofEndpoint)).body.code).toBe('endpoint_disabled');
    expect((await org.api.post(`${HISTORY}/replays`, times)).body).toMatchObject({ found: 0 });

    const unset = await subscribers.test.createOrganization();
    await subscribers.publish(unset);
    const [failed] = await subscribers.history(unset);
    const { body } = await unset.api.post(`${HISTORY}/${failed!.id}/replay`);
    expect(body).toMatchObject({ statusCode: 400, code: 'no_webhook_address' });
    expect((await replay(failed!.id)).status).toBe(404);
    expect((await replay('12')).status).toBe(400);
  });

  it('replays a delivery once for an Idempotency-Key', async () => {
    await subscribers.publish(org);
    const old = await subscribers.recordWith(org, { status: 'success' });
    const [one, two] = [await replay(old.id, 'once'), await replay(old.id, 'once')];
    expect(two.body).toEqual(one.body);
    await inbox.waitFor(2);
    expect(await subscribers.history(org)).toHaveLength(2);
  });

  it('a replay waits while its endpoint is paused', async () => {
    await subscribers.publish(org);
    const old = await subscribers.recordWith(org, { status: 'success' });
    await subscribers.endpoints.setPaused(org.organizationId, true);
    const { body } = await replay(old.id);
    expect(await subscribers.recordWith(org, { id: body.id })).toMatchObject({
      status: 'pending',
      nextRetryAt: null,
    });
    expect(await subscribers.jobsLeft(org)).toBe(0);
    await subscribers.endpoints.setPaused(org.organizationId, false);
    await subscribers.recordWith(org, { id: body.id, status: 'success' });
  });

  it('a replay waits while its endpoint is held', async () => {
    await subscribers.publish(org);
    const old = await subscribers.recordWith(org, { status: 'success' });
    const { dataSource } = subscribers.test;
    await dataSource.query(HOLD, [org.organizationId]);
    const made = await dataSource.transaction((tx) => replayDeliveries(tx, org.organizationId, [old.id]));
    expect(made).toMatchObject([{ parked: true }]);
  });
});

describe('replaying all failures of a period', () => {
  let subscribers: WebhookSubscribers;
  let inbox: Inbox;
  let archive: Inbox;
  let org: TestOrganization;
  let owner: DashboardMember;
  /** The endpoint that has received nothing. */
  let archiveId: number;
  /** Failed deliveries, the newest last. */
  let failed: DeliveryRecord[];

  const all = (status: string) => subscribers.history(org, `?status=${status}&limit=100`);
  const failEverything = () =>
    subscribers.test.dataSource.query(
      "update webhook_deliveries set status = 'failed', failure_reason = 'HTTP 500', next_retry_at = null where organization_id = $1",
      [org.organizationId],
    );

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
  });
  beforeEach(async () => {
    inbox = subscribers.receiver.newInbox();
    archive = subscribers.receiver.newInbox();
    org = await subscribers.subscriber(inbox);
    owner = await signedIn(subscribers.test, org);
    const { organizationId } = org;
    const added = await subscribers.endpoints.add({ organizationId, label: 'Archive', url: archive.url });
    archiveId = added.endpointId;
    for (const id of [1, 2, 3]) await subscribers.publish(org, 'signature.completed', { id });
    await until('all are delivered', async () => (await all('success')).length === 6);
    await failEverything();
    failed = (await all('failed')).reverse();
  });
  afterAll(() => subscribers?.stop());

  const times = async () => {
    const [row] = await subscribers.test.dataSource.query<[{ from: Date; until: Date }]>(
      `select min(created_at) as from, max(created_at) + interval '1 millisecond' as until
       from webhook_deliveries where organization_id = $1`,
      [org.organizationId],
    );
    return { from: row.from.toISOString(), until: row.until.toISOString() };
  };
  const begin = async (more: object = {}) => {
    const { status, body } = await org.api.post(`${HISTORY}/replays`, { ...(await times()), ...more });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body as { id: string; found: number };
  };
  const progress = (id: string) => org.api.get(`${HISTORY}/replays/${id}`);
  const isDone = (id: string) =>
    until('the replay has ended', async () => (await progress(id)).body.finished as boolean);

  it('replays failures to their endpoints, and not again once they are delivered', async () => {
    const { id, found, ...range } = await begin();
    expect(found).toBe(6);
    await inbox.waitFor(6);
    await archive.waitFor(6);
    await until('all have arrived', async () => (await all('success')).length === 6);
    const replayed = (await all('success')).map(({ replayOf }) => replayOf);
    expect(replayed.sort()).toEqual(failed.map(({ webhookId }) => webhookId).sort());
    await isDone(id);
    expect((await progress(id)).body).toEqual({ id, ...range, replayed: 6, finished: true });

    const again = await begin();
    expect(again.found).toBe(0);
    await isDone(again.id);
    expect(await subscribers.jobsLeft(org)).toBe(0);
    expect(await all('success')).toHaveLength(6);
  });

  it('replays a delivery once more if its replay also failed, and then once for both', async () => {
    await isDone((await begin({ endpointId: archiveId })).id);
    await until('all have arrived', async () => (await all('success')).length === 3);
    expect(inbox.requests).toHaveLength(3);
    await failEverything();
    const { id, found } = await begin({ endpointId: archiveId });
    expect(found).toBe(3);
    await isDone(id);
    await until('all have arrived again', async () => (await all('success')).length === 3);
    expect(archive.requests).toHaveLength(9);
  });

  it('finds failures by the time at which they were recorded', async () => {
    await subscribers.test.dataSource.query(
      `update webhook_deliveries set created_at = created_at - interval '1 hour' where id = any($1)`,
      [failed.slice(0, 2).map(({ id }) => id)],
    );
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const early = await begin({ from: at(-2), until: at(-0.5) });
    expect(early.found).toBe(2);
    const late = { from: at(1), until: at(0) };
    expect((await org.api.post(`${HISTORY}/replays`, late)).body).toMatchObject({ statusCode: 400 });
    const stranger = await subscribers.test.createOrganization();
    const foreign = { from: at(-2), until: at(0), endpointId: archiveId };
    expect((await stranger.api.post(`${HISTORY}/replays`, foreign)).status).toBe(404);
    expect((await stranger.api.get(`${HISTORY}/replays/${early.id}`)).status).toBe(404);
    expect((await progress('12')).status).toBe(400);
    for (const wrong of [{ from: '2026-01-01' }, { until: 'soon' }, { endpointId: '1' }])
      expect((await org.api.post(`${HISTORY}/replays`, { ...(await times()), ...wrong })).status).toBe(400);
  });

  inDepth('replays in batches, each failed delivery once', async () => {
    const { organizationId } = org;
    await subscribers.endpoints.setPaused(organizationId, true, archiveId);
    const ofArchive = failed.find(({ endpointId }) => endpointId === archiveId)!;
    await subscribers.test.dataSource.query(FAILED, [ofArchive.id, 2_500]);
    await subscribers.test.dataSource.query(APART, [organizationId]);
    const { id, found } = await begin({ endpointId: archiveId });
    expect(found).toBe(2_503);
    await isDone(id);
    const [row] = await subscribers.test.dataSource.query<[object]>(
      `select count(*)::integer as made, count(distinct replay_of)::integer as of, bool_and(parked) as parked
       from webhook_deliveries where organization_id = $1 and replay_of is not null`,
      [organizationId],
    );
    expect(row).toEqual({ made: 2_503, of: 2_503, parked: true });
  });

  it('counts and replays failures at the dashboard, once for a form that is sent twice', async () => {
    const minute = (moved: number) => new Date(Date.now() + moved * 60_000).toISOString().slice(0, 16);
    const query = `deliveries/replays/new?from=${minute(-2)}&to=${minute(1)}&endpoint=${archiveId}`;
    const counted = await owner.get(query);
    expect(counted.html).toContain('3 events will be delivered again.');
    expect(archive.requests).toHaveLength(3);
    const one = await owner.send('deliveries/replays', {}, query);
    expect(one.location).toMatch(/^\/deliveries\/replays\/[0-9a-f-]{36}$/);
    const id = one.location!.split('/').at(-1)!;
    const form = { replay: id, from: minute(-2), to: minute(1), endpoint: String(archiveId) };
    const again = await owner.post('deliveries/replays', { formToken: owner.formToken, ...form });
    expect(again.location).toBe(one.location);
    await isDone(id);
    await archive.waitFor(6);
    expect((await owner.get(one.location!.slice(1))).html).toContain('All are back in line');
    const events = await activityOf(subscribers.test.dataSource, org.organizationId);
    expect(events.filter(({ type }) => type === 'failed_deliveries_replayed')).toEqual([
      expect.objectContaining({
        userId: org.userId,
        subjectKind: 'webhook_endpoint',
        subjectId: archiveId,
        data: { from: expect.any(String), until: expect.any(String) },
      }),
    ]);
    const wrong = await owner.get('deliveries/replays/new?from=&to=2026-02-30T10:00');
    expect(wrong.status).toBe(400);
    expect(wrong.html).toMatch(/id="from-error">Enter both times/);
    const stranger = await signedIn(subscribers.test, await subscribers.test.createOrganization());
    expect((await stranger.get(one.location!.slice(1))).status).toBe(404);
    const reviewer = await signedIn(subscribers.test, org, 'reviewer');
    expect((await reviewer.get(query)).status).toBe(403);
  });

  it('replays one delivery from its page, once for a form that is sent twice', async () => {
    const [old] = failed;
    const page = `deliveries/${old!.id}`;
    const { html } = await owner.get(page);
    expect(html).toContain('name="known" value="0"');
    const one = await owner.send(`${page}/replay`, {}, page);
    const fields = { formToken: owner.formToken, known: '0' };
    const two = await owner.post(`${page}/replay`, fields);
    expect([one.status, two.status, two.location]).toEqual([303, 303, one.location]);
    expect((await owner.get(one.location!.slice(1))).html).toContain(old!.webhookId);
    expect((await owner.get(page)).html).toContain(`${one.location!}"`);
    const events = await activityOf(subscribers.test.dataSource, org.organizationId);
    expect(events.filter(({ type }) => type === 'delivery_replayed')).toHaveLength(1);
    const reviewer = await signedIn(subscribers.test, org, 'reviewer');
    expect((await reviewer.post(`${page}/replay`, fields)).status).toBe(403);
  });
});
