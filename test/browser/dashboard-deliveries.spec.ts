import { type Browser, type Page } from 'playwright-core';
import { type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, openPage, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

describe('deliveries at the dashboard in a browser', () => {
  let subscribers: WebhookSubscribers;
  let test: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
    test = subscribers.test;
    browser = await sharedBrowser();
  });
  afterAll(() => subscribers?.stop());

  /** A page at the address, in the session of somebody who has signed in already. */
  async function open(member: DashboardMember, address: string, options = DESK) {
    const opened = await openPage(browser, options);
    await opened.context.addCookies(
      [...member.cookies].map(([name, value]) => ({ name, value, url: test.url })),
    );
    await opened.page.goto(`${test.url}/dashboard/${address}`);
    return opened;
  }

  const rows = (page: Page) => page.locator('.rows li');

  it('shows what arrives without a reload, and leaves the focus where it is', async () => {
    const inbox = subscribers.receiver.newInbox();
    const acme: TestOrganization = await subscribers.subscriber(inbox);
    await subscribers.publish(acme, 'signature.created');
    await subscribers.recordWith(acme, { status: 'success' });
    const owner = await signedIn(test, acme);
    const { context, page, failures } = await open(owner, 'deliveries');
    await page.evaluate("document.body.dataset.loaded = 'once'");
    await page.getByRole('link', { name: 'signature.created' }).focus();
    await subscribers.publish(acme, 'signature.completed');
    await rows(page).filter({ hasText: 'signature.completed' }).getByText('Delivered').waitFor();
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('signature.created');
    expect(await page.evaluate<string>('document.body.dataset.loaded')).toBe('once');

    await owner.send('sign-out', {}, 'account');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await context.close();
    expect(failures).toEqual([]);
  });
});
