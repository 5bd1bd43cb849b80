import { type Browser, type BrowserContextOptions } from 'playwright-core';
import sharp from 'sharp';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { sendRequest } from '../support/signing-requests.js';

describe('the brand of an organization in a browser', () => {
  let test: SharedTestApp;
  let browser: Browser;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let logo: Buffer;

  beforeAll(async () => {
    test = await sharedTestApp();
    browser = await sharedBrowser();
    acme = await test.createOrganization({ name: 'Hearth & Sons' });
    owner = await signedIn(test, acme);
    const mark =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><rect x="10" y="10" width="100" height="100" rx="24" fill="#0f6b3a"/><path d="M40 62l16 16 28-34" fill="none" stroke="#fff" stroke-width="10"/><path d="M140 40h140M140 80h90" stroke="#1c1a17" stroke-width="16"/></svg>';
    logo = await sharp(Buffer.from(mark)).png().toBuffer();
  });

  async function open(address: string, options: BrowserContextOptions) {
    const opened = await openPage(browser, options);
    await opened.context.addCookies(
      [...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })),
    );
    await opened.page.goto(`${test.url}/dashboard/${address}`);
    return opened;
  }

  it('chooses a brand beside a live preview, and shows it on the pages', async () => {
    const { context, page, failures } = await open('settings', DESK);
    const preview = page.frameLocator('iframe');
    await preview.getByRole('heading', { level: 1 }).getByText('Hearth & Sons').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Hearth and Daughters');
    await preview.getByRole('heading', { level: 1 }).getByText('Hearth and Daughters').waitFor();
    await page.getByLabel('Colour', { exact: true }).fill('#ffcc00');
    await preview.getByText('The nearest shade that has it is').waitFor();
    await inspect(page, 'brand-1-unreadable');
    await page.getByLabel('Colour', { exact: true }).fill('#0f6b3a');
    await page.getByLabel('Contact line').fill('Questions? +34 600 000 000');
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await preview.locator('.asker-logo').waitFor();
    await preview.getByText('Questions? +34 600 000 000').waitFor();
    await inspect(page, 'brand-2-signing');
    await page.getByRole('button', { name: 'Email', exact: true }).click();
    await preview.getByRole('link', { name: 'Review and sign' }).waitFor();
    await inspect(page, 'brand-3-mail');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
    await context.close();
    expect(failures).toEqual([]);
  }, 120_000);

  inDepth.each([
    ['light', DESK, 'rgb(15, 107, 58)'],
    ['dark', PHONE, 'rgb(124, 174, 147)'],
  ] as const)('shows the brand on a signing page that is %s', async (colorScheme, options, expected) => {
    const { visitors } = await sendRequest(test, acme, 'fast');
    const { context, page, failures } = await openPage(browser, { ...options, colorScheme });
    await page.goto(`${test.url}/sign/${visitors[0]!.token}`);
    await inspect(page, `brand-4-${colorScheme}`);
    const color = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('.button')).backgroundColor",
    );
    expect(color).toBe(expected);
    await context.close();
    expect(failures).toEqual([]);
  });

  inDepth('explains the brand for Adobe, with the other rules, on a small phone', async () => {
    const { context, page, failures } = await open('settings/trust', { ...PHONE, colorScheme: 'dark' });
    for (const name of ['trust', 'rules', 'brand']) {
      const address = name === 'brand' ? 'settings' : `settings/${name}`;
      await page.goto(`${test.url}/dashboard/${address}`);
      await inspect(page, `brand-5-${name}`);
      expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
    }
    await context.close();
    expect(failures).toEqual([]);
  });
});
