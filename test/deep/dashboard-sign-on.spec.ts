import { type Browser, type Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, sharedBrowser } from '../support/browser.js';
import { signedIn } from '../support/dashboard-member.js';
import { CLIENT, Issuers } from '../support/issuers.js';

describe('single sign-on in a browser', () => {
  let test: TestApp;
  let issuers: Issuers;
  let browser: Browser;
  let provider: string;

  beforeAll(async () => {
    issuers = await Issuers.start();
    test = await startTestApp(issuers.settings);
    provider = await issuers.provider(`${test.url}/dashboard/sign-in/back`);
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await test?.close();
    await issuers?.stop();
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  async function look(page: Page, name: string): Promise<void> {
    await inspect(page, name);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
  }

  it('sets up and connects single sign-on, and signs in through a real provider', async () => {
    const acme = await test.createOrganization({ name: 'Meridian Notaries' });
    const owner = await signedIn(test, acme);
    // The provider has a throwaway certificate.
    const { context, page, failures } = await openPage(browser, { ...DESK, ignoreHTTPSErrors: true });
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })));
    await page.goto(`${test.url}/dashboard/sign-on`);
    await look(page, 'sign-on-none');
    await page.getByRole('link', { name: 'Set up' }).click();
    await page.getByLabel('Issuer').fill(provider);
    await page.getByLabel('Client ID').fill(CLIENT.clientId);
    await page.getByLabel('Client secret').fill(CLIENT.clientSecret);
    await page.getByLabel('Name').fill('Meridian ID');
    await look(page, 'sign-on-edit');
    await button(page, 'Check and save').click();
    await page.getByText('Single sign-on has been saved.').waitFor();
    await look(page, 'sign-on');
    const entrance = await page.locator('#entrance').innerText();

    await page.goto(`${test.url}/dashboard/account`);
    await button(page, 'Connect Meridian ID').click();
    await heading(page, 'Who are you?');
    await page.getByLabel('Name').fill('jo');
    await button(page, 'Sign in').click();
    await button(page, 'Disconnect Meridian ID').waitFor();
    await look(page, 'sign-on-account');
    await page.goto(`${test.url}/dashboard/people`);
    await page.getByText('Change', { exact: false }).first().click();
    await button(page, 'Disconnect single sign-on').waitFor();
    await look(page, 'sign-on-people');
    await page.locator('.menu summary').click();
    await button(page, 'Sign out').click();

    await page.getByRole('link', { name: 'Sign in with your organization' }).click();
    await look(page, 'sign-on-code');
    await page.getByLabel('Sign-in address of your organization').fill(entrance);
    await button(page, 'Continue').click();
    await heading(page, 'Sign in to Meridian Notaries');
    await look(page, 'sign-on-enter');
    // The provider still recognizes the person.
    await button(page, 'Sign in with Meridian ID').click();
    await heading(page, 'Overview');
    await page.locator('.menu summary').click();
    await page.getByText('Signed in with Meridian ID').waitFor();
    await look(page, 'sign-on-session');
    expect(failures).toEqual([]);

    await page.goto(`${test.url}/dashboard/sign-in/back?error=access_denied`);
    await heading(page, 'That did not work');
    await look(page, 'sign-on-problem');
    await context.close();
  }, 90_000);
});
