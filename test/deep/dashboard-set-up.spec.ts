import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Page } from 'playwright-core';
import { type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { type Inbox } from '../support/receiver.js';
import { recordedTypes } from '../support/recorded-activity.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

describe('setting a new organization up', () => {
  let subscribers: WebhookSubscribers;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let inbox: Inbox;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
  });
  beforeEach(async () => {
    inbox = subscribers.receiver.newInbox();
    acme = await subscribers.test.createOrganization({ name: 'Acme' });
    owner = await signedIn(subscribers.test, acme);
  });
  afterAll(() => subscribers?.stop());

  const overview = async (member = owner) => (await member.get('')).html;

  /** Opens the overview, which says how much is done, and follows the link of a step. */
  async function begin(page: Page, done: number, step: string): Promise<void> {
    await page.goto(`${subscribers.test.url}/dashboard`);
    await page.getByText(`${done} of 5 done`).waitFor();
    await page.getByRole('link', { name: step }).click();
  }

  it('shows each step of setting up until all are done', async () => {
    const { test } = subscribers;
    const { context, page, failures } = await openPage(await sharedBrowser(), DESK);
    const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: test.url }));
    await context.addCookies(cookies);

    await begin(page, 0, 'Add your name and logo');
    await page.getByLabel('Contact line').fill('Questions? hello@acme.test');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();

    await begin(page, 1, 'Send yourself a document');
    const lease = { name: 'Lease.pdf', mimeType: 'application/pdf', buffer: await textPdf() };
    await page.locator('input[type=file]').setInputFiles(lease);
    await page.getByRole('button', { name: 'Upload and continue' }).click();
    await page.waitForURL(/signatures\/\d+\/signers/);
    await page.locator('[name=email-0]').fill(owner.email);
    await page.locator('[name=subject]').fill('Lease');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.waitForURL(/signatures\/\d+\/fields/);
    await page.goto(page.url().replace(/fields.*/, 'check'));
    await page.getByRole('button', { name: /^Send/ }).click();
    await page.waitForURL(/signatures\/\d+(\?|$)/);

    await begin(page, 2, 'Receive events');
    await page.getByLabel('Address').fill(inbox.url);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. New events go there.').waitFor();
    await page.goto(`${test.url}/dashboard`);
    await page.getByText('Your endpoint has an address. Send it a test event.').waitFor();
    await begin(page, 2, 'Receive events');
    await page.getByRole('button', { name: /test event/ }).click();
    await inbox.waitFor(1);

    await page.goto(`${test.url}/dashboard`);
    await page.getByText('3 of 5 done').waitFor();
    await inspect(page, 'set-up-desk');
    const command = (await page.locator('#first-call').textContent())!;
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent --show-error --fail`], {
      env: { ...process.env, COUNTERSIGN_API_KEY: acme.apiKey },
    });
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ subject: 'Lease' }] });

    await begin(page, 4, 'Invite a colleague');
    await page
      .getByRole('link', { name: /Invite/ })
      .first()
      .click();
    await page.getByLabel('Email address').fill('dana@acme.test');
    await page.getByRole('button', { name: /invit/i }).click();
    await page.goto(`${test.url}/dashboard`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await page.getByText('of 5 done').count()).toBe(0);
    await context.close();
    expect(failures).toEqual([]);
  }, 180_000);

  it('hides the steps for all members, and records that once', async () => {
    const admin = await signedIn(subscribers.test, acme, 'admin');
    expect(await overview(admin)).toContain('Hide this');
    // A second member is a colleague, but only owners invite.
    expect(await overview(admin)).not.toMatch(/<a href="\/dashboard\/people">Invite/);
    for (const member of [admin, owner])
      expect(await member.send('set-up/hide', {}, '')).toMatchObject({ status: 303 });
    expect(await overview()).not.toContain('Hide this');
    const recorded = await recordedTypes(subscribers.test, acme);
    expect(recorded.filter((type) => type === 'set_up_hidden')).toHaveLength(1);
  });

  it('shows reviewers no steps of setting up', async () => {
    const reviewer = await signedIn(subscribers.test, acme, 'reviewer');
    expect(await overview(reviewer)).not.toContain('of 5 done');
  });
});
