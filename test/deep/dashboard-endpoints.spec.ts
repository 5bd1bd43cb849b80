import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { type TestOrganization } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { type Inbox } from '../support/receiver.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

describe('several endpoints at the dashboard in a browser', () => {
  let subscribers: WebhookSubscribers;
  let browser: Browser;
  let inbox: Inbox;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    inbox = subscribers.receiver.newInbox();
    acme = await subscribers.subscriber(subscribers.receiver.newInbox());
    owner = await signedIn(subscribers.test, acme);
  });
  afterAll(() => subscribers?.stop());

  async function look(page: Page, name: string): Promise<void> {
    await inspect(page, name);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
  }

  /** Adds an endpoint, sees its secret once, and finds its deliveries. */
  async function walk(options: BrowserContextOptions, name: string): Promise<void> {
    const { context, page, failures } = await openPage(browser, options);
    const cookies = [...owner.cookies].map(([cookie, value]) => ({ name: cookie, value }));
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: subscribers.test.url })));
    await page.goto(`${subscribers.test.url}/dashboard/endpoint`);
    await page.getByRole('link', { name: 'Webhook endpoints' }).click();
    await page.getByRole('link', { name: 'Add an endpoint' }).click();
    await page.getByLabel('Name').fill('Archive');
    await page.getByLabel('Address').fill('https://10.0.0.1/');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.locator('#url-error').waitFor();
    await look(page, `endpoints-1-new-${name}`);
    await page.getByLabel('Address').fill(inbox.url);
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByText('Archive was added.', { exact: false }).waitFor();
    await look(page, `endpoints-2-added-${name}`);
    await subscribers.publish(acme);
    await inbox.waitFor(1);
    await subscribers.recordWith(acme, { status: 'success' });
    await page.getByRole('link', { name: 'Archive' }).click();
    await page.getByRole('heading', { level: 1, name: 'Archive' }).waitFor();
    await page.getByRole('button', { name: 'Disable the endpoint' }).click();
    await page.getByRole('heading', { name: 'The endpoint is disabled' }).waitFor();
    await look(page, `endpoints-3-disabled-${name}`);
    await page.getByRole('button', { name: 'Enable the endpoint' }).click();
    await page.getByRole('link', { name: 'Webhook endpoints' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhook endpoints' }).waitFor();
    await look(page, `endpoints-4-list-${name}`);
    await page.goto(`${subscribers.test.url}/dashboard/deliveries`);
    await page.getByText('More filters').click();
    await page.getByLabel('Endpoint').selectOption('Archive');
    await page.waitForURL(/endpoint=\d/);
    await page.locator('.list .under').getByText('Archive').first().waitFor();
    await look(page, `endpoints-5-deliveries-${name}`);
    await context.close();
    // The refusal of the wrong address.
    expect(failures).toEqual([expect.stringContaining('status of 400')]);
  }

  it('adds, disables and finds endpoints in the deliveries', () => walk(DESK, 'desk'), 120_000);

  inDepth(
    'adds, disables and finds endpoints in the deliveries on a dark phone',
    () => walk({ ...PHONE, colorScheme: 'dark' }, 'phone'),
    120_000,
  );
});
