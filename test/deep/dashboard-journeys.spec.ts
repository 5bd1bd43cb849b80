import { type BrowserContextOptions, type Page } from 'playwright-core';
import { type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { failOne } from '../support/failed-delivery.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { answers, type Inbox } from '../support/receiver.js';
import { ANNA, sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

const WAITING = 3;

describe('what members come for, in a browser', () => {
  let mailbox: Mailbox;
  let subscribers: WebhookSubscribers;
  let inbox: Inbox;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    subscribers = await WebhookSubscribers.start({ smtpUrl: mailbox.url });
  });
  beforeEach(async () => {
    inbox = subscribers.receiver.newInbox();
    acme = await subscribers.subscriber(inbox);
    owner = await signedIn(subscribers.test, acme);
  });
  afterAll(async () => {
    await subscribers?.stop();
    await mailbox?.stop();
  });

  /** Opens the overview as the owner, and counts clicks. */
  async function begin(options: BrowserContextOptions) {
    const opened = await openPage(await sharedBrowser(), options);
    const { url } = subscribers.test;
    await opened.context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url })));
    await opened.page.goto(`${url}/dashboard`);
    let clicks = 0;
    const click = async (role: 'link' | 'button', name: string | RegExp) => {
      clicks += 1;
      await opened.page.getByRole(role, { name }).first().click();
    };
    const clicked = () => [clicks, (clicks = 0)][0];
    return { ...opened, click, clicked };
  }

  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor();
  const statusOf = async (): Promise<string[]> => {
    const { body } = await acme.api.get('/api/v1/webhook-notifications');
    return (body as { items: { event: string; status: string }[] }).items
      .filter(({ event }) => event !== 'webhook.test')
      .map(({ status }) => status);
  };

  /** One click to what the receiver answered, one to attempt a delivery, three for all that wait. */
  async function findAndMend(options: BrowserContextOptions, name: string): Promise<void> {
    inbox.answerAlways(answers.status(500, { body: 'the disk is full' }));
    for (let n = 0; n < WAITING; n++) await subscribers.publish(acme);
    await inbox.waitFor(WAITING);
    const { context, page, click, clicked, failures } = await begin(options);
    await until('the overview tells of the failing endpoint', async () => {
      await page.reload();
      return (await page.getByRole('link', { name: /^Failing since/ }).count()) > 0;
    });
    await inspect(page, `journey-failing-1-${name}`);
    await click('link', 'last answer 500');
    await page.getByText('the disk is full').waitFor();
    expect(clicked()).toBe(1);
    await inspect(page, `journey-failing-2-${name}`);

    inbox.answerAlways(answers.status(204));
    await click('button', 'Try now');
    await page.getByRole('status').getByText('Delivered').waitFor();
    expect(clicked()).toBe(1);

    await page.goto(`${subscribers.test.url}/dashboard/endpoint`);
    await click('button', 'Send a test event');
    await heading(page, 'webhook.test');
    await page.getByRole('status').getByText('Delivered').waitFor();
    await page.goto(`${subscribers.test.url}/dashboard/endpoint`);
    await click('button', `Try all ${WAITING - 1} now`);
    expect(clicked()).toBeLessThanOrEqual(3);
    await until('all are delivered', async () => (await statusOf()).every((status) => status === 'success'));
    await page.reload();
    await inspect(page, `journey-failing-3-${name}`);
    expect(await page.getByText('Failing since').count()).toBe(0);
    await context.close();
    expect(failures).toEqual([]);
  }

  it(
    'finds a failing endpoint, and attempts what waits once it is mended',
    () => findAndMend(DESK, 'desk'),
    120_000,
  );

  inDepth(
    'finds a failing endpoint, and attempts what waits, on a dark phone',
    () => findAndMend({ ...PHONE, colorScheme: 'dark' }, 'phone'),
    120_000,
  );

  it('delivers the failures of a day again', async () => {
    inbox.answerNext(answers.status(500));
    await subscribers.publish(acme);
    await subscribers.recordWith(acme, { attempts: 1 });
    await failOne(subscribers.test, acme.organizationId);
    const { context, page, click, clicked } = await begin(DESK);
    await page.goto(`${subscribers.test.url}/dashboard/deliveries`);
    await click('link', 'Deliver failed events again');
    await click('link', 'Last 24 hours');
    await click('button', 'Deliver them again');
    expect(clicked()).toBe(3);
    await until('it has arrived again', () => inbox.requests.length === 2);
    await context.close();
  });

  it('reminds a signer', async () => {
    await sendRequest(subscribers.test, acme, 'fast');
    await mailbox.waitForMailTo(ANNA.email);
    const { context, page, click, clicked } = await begin(DESK);
    await page.goto(`${subscribers.test.url}/dashboard/signatures`);
    await click('link', 'Lease agreement');
    await click('button', /^Remind/);
    expect(clicked()).toBe(2);
    const mails = () => mailbox.mails.filter(({ recipients }) => recipients.includes(ANNA.email));
    await until('the reminder has arrived', () => mails().length === 2);
    await context.close();
  });

  it('sends the link of a verification again', async () => {
    const email = 'anna@example.com';
    await owner.send('verifications/new', { person: 'Anna Eriksson', email });
    await mailbox.waitForMailTo(email);
    const { context, page, click, clicked, failures } = await begin(DESK);
    await click('link', 'Verifications');
    await click('link', 'Anna Eriksson');
    await page.getByText('Expires in').waitFor();
    await inspect(page, 'journey-resent-1');
    await click('button', 'Send the link again');
    expect(clicked()).toBe(3);
    const mails = () => mailbox.mails.filter(({ recipients }) => recipients.includes(email));
    await until('it has arrived', () => mails().length === 2);
    await page.getByText(`The email to ${email} was sent.`).waitFor();
    await inspect(page, 'journey-resent-2');
    await context.close();
    expect(failures).toEqual([]);
  }, 120_000);
});
