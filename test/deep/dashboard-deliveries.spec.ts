import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { answers, type Inbox } from '../support/receiver.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

describe('deliveries at the dashboard in a browser', () => {
  let subscribers: WebhookSubscribers;
  let test: TestApp;
  let browser: Browser;
  let inbox: Inbox;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
    test = subscribers.test;
    browser = await sharedBrowser();
    inbox = subscribers.receiver.newInbox();
    acme = await subscribers.subscriber(inbox);
    owner = await signedIn(test, acme);
  });
  afterAll(() => subscribers?.stop());

  /** Opens a page at the address, in the owner's session. */
  async function open(address: string, options: BrowserContextOptions) {
    const opened = await openPage(browser, options);
    await opened.context.addCookies(
      [...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })),
    );
    await opened.page.goto(`${test.url}/dashboard/${address}`);
    return opened;
  }

  async function look(page: Page, name: string): Promise<void> {
    await inspect(page, name);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
  }

  const marked = (page: Page) => page.evaluate<string>('document.body.dataset.loaded');

  it('shows a test event arriving, without a reload', async () => {
    const { context, page, failures } = await open('endpoint', DESK);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await look(page, 'deliveries-1-endpoint');
    const answer = inbox.holdNext();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('heading', { level: 1, name: 'webhook.test' }).waitFor();
    await page.evaluate("document.body.dataset.loaded = 'once'");
    await page.getByText('There has been no attempt yet.').waitFor();
    const details = page.locator('details', { hasText: 'Send it again with curl' });
    await details.locator('summary').click();
    answer(answers.status(202, { body: '{"taken":true}' }));
    await page.getByRole('status').getByText('Delivered').waitFor();
    await page.getByText('Answered with 202.').waitFor();
    expect(await marked(page)).toBe('once');
    expect(await details.getAttribute('open')).not.toBeNull();
    await page.getByText('Response body').click();
    await look(page, 'deliveries-2-arrived');
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^curl --globoff /);
    await context.close();
    expect(failures).toEqual([]);
  }, 120_000);

  it('checks a pasted signature', async () => {
    const before = inbox.requests.length;
    await subscribers.publish(acme, 'signature.completed', { id: 12, subject: 'Mietvertrag – Küche ✍' });
    const { headers, body } = (await inbox.waitFor(before + 1)).at(-1)!;
    const { context, page, failures } = await open('deliveries', { ...PHONE, colorScheme: 'dark' });
    await page.getByRole('link', { name: 'Check a webhook’s signature' }).click();
    await look(page, 'deliveries-5-check');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    const paste = async (text: string) => {
      await page.getByLabel('Headers').fill(lines.join('\n'));
      await page.getByLabel('Body').fill(text);
      await page.getByRole('button', { name: 'Check' }).click();
    };
    await paste(body.toString());
    await page.getByRole('heading', { name: 'The signature is right' }).waitFor();
    await look(page, 'deliveries-6-right');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(DESK.viewport!);
    await paste(JSON.stringify(JSON.parse(body.toString()), null, 2));
    await page.getByText('X-Service-Signature is right for this JSON').waitFor();
    await look(page, 'deliveries-7-written-again');
    await context.close();
    expect(failures).toEqual([]);
  }, 120_000);

  inDepth(
    'adds deliveries to the list and leaves the focus alone, until the session ends',
    async () => {
      inbox.answerNext(answers.status(200), answers.status(500));
      await subscribers.publish(acme, 'signature.created');
      await subscribers.recordWith(acme, { status: 'success' });
      const { context, page, failures } = await open('deliveries', { ...PHONE, colorScheme: 'dark' });
      await page.evaluate("document.body.dataset.loaded = 'once'");
      await page.getByRole('link', { name: 'signature.created' }).focus();
      await subscribers.publish(acme, 'signature.completed');
      const row = page.locator('.list tbody tr', { hasText: 'signature.completed' }).first();
      await row.getByText('HTTP 500').waitFor();
      expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('signature.created');
      expect(await marked(page)).toBe('once');
      await page.getByText('More filters').click();
      await look(page, 'deliveries-3-list');
      await page.getByText('More filters').click();
      await row.getByRole('link').click();
      await page.getByText('Its own log says why.').first().waitFor();
      await page
        .locator('.countdown')
        .getByText('in 4:')
        .or(page.locator('.countdown').getByText('in 5:'))
        .waitFor();
      await look(page, 'deliveries-4-failed');

      await owner.send('sign-out', {}, 'account');
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      await context.close();
      expect(failures).toEqual([]);
    },
    120_000,
  );
});
