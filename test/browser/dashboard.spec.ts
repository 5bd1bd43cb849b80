import { type Browser, type Page } from 'playwright-core';
import { AccountLinks } from '../../src/organizations/account-links.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { MONTH } from '../support/chart-days.js';
import { PASSWORD, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { caseWithoutPictures, reviewing } from '../support/review-cases.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

describe('the dashboard in a browser', () => {
  let test: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    test = await startTestApp({ webhookAllowedCidrs: ['127.0.0.0/8'] });
    browser = await sharedBrowser();
  });
  afterAll(() => test?.close());

  const newLink = ({ organizationId, ownerEmail }: TestOrganization) =>
    test.app.get(Transactions).run((tx) => test.app.get(AccountLinks).create(tx, organizationId, ownerEmail));
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const open = (page: Page, area: string) =>
    page.getByRole('navigation').getByRole('link', { name: area }).click();

  async function look(page: Page, name: string): Promise<void> {
    await inspect(page, name);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
  }

  it('leads from the printed link to another key and an endpoint', async () => {
    const { context, page, failures } = await openPage(browser, DESK);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const acme = await test.createOrganization({ name: 'Meridian Notaries' });
    await test.dataSource.query(MONTH, [acme.organizationId]);
    await page.goto(await newLink(acme));
    await heading(page, 'Choose a password');
    await look(page, 'dashboard-1-welcome');
    await page.getByLabel('New password').fill(PASSWORD);
    await button(page, 'Save and open the dashboard').click();
    await heading(page, 'Overview');
    await look(page, 'dashboard-2-overview');
    await page.getByText('Show as a table').first().click();
    await page.getByRole('columnheader', { name: 'Completed' }).waitFor();
    await page.getByRole('link', { name: 'Send a test email' }).click();
    await button(page, 'Send a test email').click();
    await page.getByRole('heading', { name: 'The email was written to the outbox folder' }).waitFor();
    await look(page, 'dashboard-17-test-mail');

    await open(page, 'API key');
    await heading(page, 'API key');
    await look(page, 'dashboard-3-api-key');
    await page.getByRole('link', { name: 'Replace the key' }).click();
    await look(page, 'dashboard-4-new-key');
    await button(page, 'Create the key').click();
    await page.getByRole('heading', { name: 'Your new API key' }).waitFor();
    await look(page, 'dashboard-5-key-once');
    await button(page, 'Copy').click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^sk_\w{43}$/);

    await open(page, 'Endpoint');
    await page.getByLabel('Address').fill('https://127.0.0.1:1/hook');
    await button(page, 'Save').click();
    await page.getByText('Saved. New events go there.').waitFor();
    await look(page, 'dashboard-6-endpoint');
    await context.close();
    expect(failures).toEqual([]);
  }, 120_000);

  inDepth(
    'shows deliveries, people, activity and the account on a dark phone',
    async () => {
      const other = await test.createOrganization({ name: 'Harbour Records' });
      const { context, page, failures } = await openPage(browser, { ...PHONE, colorScheme: 'dark' });
      await page.goto(await newLink(other));
      await page.getByLabel('New password').fill(PASSWORD);
      await button(page, 'Save and open the dashboard').click();
      await heading(page, 'Overview');
      await page.goto(`${test.url}/dashboard/endpoint`);
      await page.getByLabel('Address').fill('ftp://harbour.test');
      await button(page, 'Save').click();
      await page.locator('#url-error').waitFor();
      await look(page, 'dashboard-7-wrong-address');
      await page.getByLabel('Address').fill('https://127.0.0.1:1/hook');
      await button(page, 'Save').click();
      await page.getByText('Saved. New events go there.').waitFor();
      await sendRequest(test, other, 'fast');
      await until('an attempt was made', async () => {
        await page.goto(`${test.url}/dashboard/deliveries`);
        return (await page.getByText('1 of 5', { exact: true }).count()) > 0;
      });
      await look(page, 'dashboard-8-deliveries');
      await page.getByRole('link', { name: 'signature.created' }).first().click();
      await heading(page, 'signature.created');
      await look(page, 'dashboard-9-delivery');
      await open(page, 'People');
      await heading(page, 'People');
      await look(page, 'dashboard-11-people');
      await open(page, 'Activity');
      await heading(page, 'Activity');
      await page.getByText('More filters', { exact: true }).click();
      await look(page, 'dashboard-15-activity');
      await page.getByLabel('What was done').selectOption('endpoint_saved');
      await page.getByText('127.0.0.1:1').waitFor();
      await page.locator('.finder summary').click();
      await page.getByRole('link', { name: 'Check the chain' }).click();
      await page.getByRole('heading', { name: 'The chain is intact' }).waitFor();
      await look(page, 'dashboard-16-activity-check');
      await test.dataSource.query(MONTH, [other.organizationId]);
      await open(page, 'Overview');
      await page.getByRole('link', { name: /^Failing since/ }).waitFor();
      await look(page, 'dashboard-18-failing');
      await page.goto(`${test.url}/dashboard/account`);
      await look(page, 'dashboard-12-account');
      await page.locator('.menu summary').click();
      await button(page, 'Sign out').click();
      await heading(page, 'Sign in');
      await look(page, 'dashboard-13-sign-in');
      await page.getByLabel('Email address').fill(other.ownerEmail);
      await page.getByLabel('Password').fill('not the password');
      await button(page, 'Sign in').click();
      await page.locator('#password-error').waitFor();
      await look(page, 'dashboard-14-wrong-password');
      await page.getByLabel('Password').fill(PASSWORD);
      await button(page, 'Sign in').click();
      await heading(page, 'Overview');
      expect(failures.filter((failure) => !failure.includes('400'))).toEqual([]);
      await context.close();
    },
    120_000,
  );

  it('refreshes every minute what changes with time alone, such as a claim that lapses', async () => {
    const acme = await test.createOrganization();
    const session = await caseWithoutPictures(test, acme);
    await reviewing.open(await signedIn(test, acme, 'reviewer'), session);
    const { cookies } = await signedIn(test, acme, 'reviewer');
    const { context, page, failures } = await openPage(browser, DESK);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: test.url })));
    await page.clock.install();
    // Once connected, a page refreshes what it shows.
    const renewal = page.waitForResponse((answer) => answer.request().headers()['x-unattended'] === '1');
    await page.goto(`${test.url}/dashboard/reviews/${session.id}`);
    await page.getByRole('status').getByText('is reviewing this case').waitFor();
    await renewal;
    await test.database.moveClock('6 minutes');
    await page.clock.fastForward('01:01');
    await page.getByRole('status').getByText('Nobody is reviewing this case now').waitFor();
    await context.close();
    expect(failures).toEqual([]);
  }, 120_000);
});
