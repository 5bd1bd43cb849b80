import { type Browser, type Page } from 'playwright-core';
import { AccountLinks } from '../../src/organizations/account-links.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Authenticator } from '../support/authenticator.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { PASSWORD } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';

const LINK = /https?:\/\/\S+\/dashboard\/(?:invitation|welcome)\/[0-9a-f]{64}/;

describe('signing in to the dashboard in a browser', () => {
  let test: TestApp;
  let mailbox: Mailbox;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    // Passkeys need a name.
    origin = test.url.replace('127.0.0.1', 'localhost');
    Object.assign(test.settings, { publicUrl: origin });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  const newLink = ({ organizationId, ownerEmail }: TestOrganization) =>
    test.app.get(Transactions).run((tx) => test.app.get(AccountLinks).create(tx, organizationId, ownerEmail));
  const mailedLink = async (address: string, subject: RegExp) =>
    LINK.exec((await mailbox.waitForMailTo(address, subject)).text ?? '')![0];
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor();

  async function look(page: Page, name: string): Promise<void> {
    await inspect(page, name);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
  }

  async function signOut(page: Page): Promise<void> {
    await page.locator('.menu summary').click();
    await button(page, 'Sign out').click();
    await heading(page, 'Sign in');
  }

  async function choosePassword(page: Page): Promise<void> {
    await page.getByLabel('New password').fill(PASSWORD);
    await button(page, 'Save and open the dashboard').click();
    await heading(page, 'Overview');
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Sign in').click();
  }

  it('leads from an invitation to another organization, and from a forgotten password back in', async () => {
    const { context, page, failures } = await openPage(browser, DESK);
    const [meridian, harbour] = [
      await test.createOrganization({ name: 'Meridian Notaries' }),
      await test.createOrganization({ name: 'Harbour Records' }),
    ];
    const invite = async (email: string, meanwhile = async () => {}) => {
      await page.goto(`${origin}/dashboard/people`);
      await link(page, 'Invite a person').click();
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Role').selectOption('Admin');
      await meanwhile();
      await button(page, 'Send the invitation').click();
    };
    await page.goto(await newLink(harbour));
    await choosePassword(page);
    await signOut(page);
    await page.goto(await newLink(meridian));
    await choosePassword(page);
    await invite('nobody@');
    await page.goto(`${origin}/dashboard/people/invite`);
    await look(page, 'sign-in-1-invite');
    await invite('nuria@harbour.test');
    await page.getByRole('heading', { name: 'Invitations' }).waitFor();
    await look(page, 'sign-in-2-invited');
    await invite(harbour.ownerEmail, () => test.database.moveClock('11 minutes'));
    await heading(page, 'Enter your password');
    await look(page, 'sign-in-16-kept');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Continue').click();
    await page.getByText('Invited as Admin').last().waitFor();
    await button(page, `Send again ${harbour.ownerEmail}`).waitFor();

    const theirs = await mailedLink(harbour.ownerEmail, /has invited you/);
    await page.goto(theirs);
    await page.getByText('this invitation is for').waitFor();
    await look(page, 'sign-in-3-somebody-else');
    await button(page, 'Sign out').click();
    await page.goto(theirs);
    await link(page, 'Sign in').click();
    await signIn(page, harbour.ownerEmail);
    await heading(page, 'Join Meridian Notaries');
    await look(page, 'sign-in-4-join');
    await button(page, 'Join').click();
    await heading(page, 'Overview');
    await page.getByRole('banner').getByText('Meridian Notaries').waitFor();
    await signOut(page);

    await link(page, 'Forgot your password?').click();
    await look(page, 'sign-in-5-forgotten');
    await page.getByLabel('Email address').fill(harbour.ownerEmail);
    await button(page, 'Send the link').click();
    await heading(page, 'Check your email');
    await look(page, 'sign-in-6-sent');
    await page.goto(await mailedLink(harbour.ownerEmail, /a new password/));
    await choosePassword(page);
    expect(failures).toEqual([]);
    await context.close();
  }, 120_000);

  it('asks a dark phone for a code, and lets its passkey in without one', async () => {
    const acme = await test.createOrganization({ name: 'Acme' });
    const { context, page, failures } = await openPage(browser, { ...PHONE, colorScheme: 'dark' });
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(await newLink(acme));
    await choosePassword(page);
    await page.goto(`${origin}/dashboard/account`);
    await link(page, 'Set up').click();
    await heading(page, 'Set up a second step');
    await look(page, 'sign-in-7-second-step');
    const app = new Authenticator(test, await page.locator('[data-secret]').innerText());
    await page.getByLabel('Code').fill('000000');
    await button(page, 'Turn it on').click();
    await page.locator('#code-error').waitFor();
    await page.getByLabel('Code').fill(await app.code());
    await button(page, 'Turn it on').click();
    await heading(page, 'Your recovery codes');
    await look(page, 'sign-in-8-recovery-codes');
    await link(page, 'I have saved them').click();
    await link(page, 'Add a passkey').click();
    await look(page, 'sign-in-9-passkey');
    await page.getByLabel('Name').fill('Phone');
    await button(page, 'Create the passkey').click();
    await button(page, 'Remove Phone').waitFor();
    await look(page, 'sign-in-10-account');
    await signOut(page);

    await look(page, 'sign-in-11-sign-in');
    await signIn(page, acme.ownerEmail);
    await heading(page, 'Enter your code');
    await page.getByText('I do not have my phone').click();
    await look(page, 'sign-in-12-code');
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await button(page, 'Sign in').click();
    await page.locator('#code-error').waitFor();
    await look(page, 'sign-in-13-wrong-code');
    await test.database.moveClock('30 seconds');
    await page.getByLabel('Code', { exact: true }).fill(await app.code());
    await button(page, 'Sign in').click();
    await heading(page, 'Overview');
    await signOut(page);

    await link(page, 'Sign in with a passkey').click();
    await heading(page, 'Sign in with a passkey');
    await look(page, 'sign-in-14-passkey');
    await button(page, 'Use a passkey').click();
    await heading(page, 'Overview');
    await test.database.moveClock('11 minutes');
    await page.goto(`${origin}/dashboard/api-key/new`);
    await look(page, 'sign-in-15-confirm');
    await link(page, 'Use a passkey instead').click();
    await button(page, 'Use a passkey').click();
    await heading(page, 'Create an API key');

    // A passkey that was removed here is still on the device.
    await page.goto(`${origin}/dashboard/account`);
    await button(page, 'Remove Phone').click();
    await link(page, 'Add a passkey').waitFor();
    await signOut(page);
    await link(page, 'Sign in with a passkey').click();
    await button(page, 'Use a passkey').click();
    await page.getByRole('alert').waitFor();
    expect(failures.filter((failure) => !failure.includes('400'))).toEqual([]);
    await context.close();
  }, 120_000);
});
