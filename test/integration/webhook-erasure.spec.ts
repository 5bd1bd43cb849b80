import { Transactions } from '../../src/platform/database/transactions.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { type TestOrganization } from '../support/app.js';
import { feedWith } from '../support/event-feed.js';
import { answers, type Inbox } from '../support/receiver.js';
import { until } from '../support/until.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

const COMPLETED = 'identity_verification.completed';
const PERSON = { id: 31, email: 'zelda@example.test', firstName: 'Zelda', lastName: 'Marsh' };
const NAMES = /zelda|marsh/i;
const TOMBSTONE = { id: 31, erased: true, erasedAt: expect.stringMatching(/^\d{4}-.*Z$/) };

describe('the events of a person whose data is erased', () => {
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

  const erase = ({ organizationId }: TestOrganization, id: number) => {
    const { app } = subscribers.test;
    const event = { type: 'identity_verification.media_erased', organizationId, data: { id } } as const;
    return app.get(Transactions).run((tx) => app.get(EventBus).publish(tx, event));
  };
  /** Everything of the organization that is stored about events. */
  const stored = async () => {
    const { dataSource } = subscribers.test;
    const rows = await dataSource.query<{ text: string }[]>(
      `select convert_from(body, 'UTF8') as text from webhook_events where organization_id = $1
       union all select response_body || response_headers::text from webhook_attempts where organization_id = $1`,
      [org.organizationId],
    );
    return rows.map(({ text }) => text).join('\n');
  };

  it('keeps the rows, with a tombstone in place of names in bodies and answers', async () => {
    inbox.answerNext(answers.status(200, { body: 'hello Zelda', headers: { 'x-person': 'Marsh' } }));
    await subscribers.publish(org, COMPLETED, PERSON);
    const before = await subscribers.recordWith(org, { status: 'success' });
    await subscribers.publish(org, COMPLETED, { ...PERSON, id: 32 });
    await until(
      'both have arrived',
      async () => (await subscribers.history(org, '?status=success')).length === 2,
    );
    expect(await stored()).toMatch(NAMES);
    await erase(org, 32);
    expect(await stored()).toMatch(NAMES);
    await erase(org, 31);
    expect(await stored()).not.toMatch(NAMES);
    const after = await subscribers.recordWith(org, { id: before.id });
    expect(after).toEqual({
      ...before,
      requestBody: { ...before.requestBody, data: TOMBSTONE },
      responseBody: 'erased',
      responseHeaders: {},
    });
    expect((await feedWith(org, 2))[0]).toEqual(after.requestBody);
  });

  it('leaves another organization’s events untouched', async () => {
    await subscribers.publish(org, COMPLETED, PERSON);
    await subscribers.recordWith(org, { status: 'success' });
    await erase(await subscribers.test.createOrganization(), 31);
    expect(await stored()).toMatch(NAMES);
  });

  it('sends waiting and replayed events as the tombstone', async () => {
    inbox.answerNext(answers.status(500));
    await subscribers.publish(org, COMPLETED, PERSON);
    const record = await subscribers.recordWith(org, { status: 'pending', attempts: 1 });
    await erase(org, 31);
    await subscribers.moveClock('7 minutes');
    const [, second] = await inbox.waitFor(2);
    expect(JSON.parse(second!.body.toString())).toEqual({ ...record.requestBody, data: TOMBSTONE });
    await subscribers.recordWith(org, { status: 'success' });
    await org.api.post(`/api/v1/webhook-notifications/${record.id}/replay`);
    const [, , third] = await inbox.waitFor(3);
    expect(JSON.parse(third!.body.toString()).data).toEqual(TOMBSTONE);
  });

  it('erases the data from the answer to an attempt that was under way', async () => {
    let answer = () => undefined as unknown;
    inbox.answerNext((response) => {
      answer = () => response.writeHead(200).end('hello Zelda');
    });
    await subscribers.publish(org, COMPLETED, PERSON);
    await inbox.waitFor(1);
    await erase(org, 31);
    answer();
    await subscribers.recordWith(org, { status: 'success' });
    expect(await stored()).toMatch(NAMES);
    await subscribers.moveClock('6 minutes');
    await until('the answer is erased', async () => !NAMES.test(await stored()));
  });
});
