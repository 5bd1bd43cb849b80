import { type Page } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';

describe('the keys of the dashboard', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  const at = (page: Page, address: string) => page.waitForURL(`${test.url}/dashboard${address}`);

  it('g and a letter go to a page, and ? lists the keys, but not while somebody types', async () => {
    const { context, page, failures } = await openPage(await sharedBrowser(), DESK);
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })));
    await page.goto(`${test.url}/dashboard/signatures`);
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('?');
    await list.waitFor();
    expect(await list.innerText()).toMatch(
      /\?\s+Show these keys\s+\/\s+Search\s+g\s+o\s+Overview\s+g\s+s\s+/,
    );
    // Reviews are closed to them.
    expect(await list.innerText()).not.toContain('Reviews');
    await inspect(page, 'page-keys');
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    expect(page.url()).toContain('/signatures');

    await page.keyboard.press('/');
    await page.keyboard.type('gv?');
    expect(await page.locator('#q').inputValue()).toBe('gv?');
    expect(await list.isVisible()).toBe(false);
    await page.locator('#q').fill('');
    await page.locator('#q').blur();
    for (const [letter, address] of [
      ['v', '/verifications'],
      ['a', '/activity'],
      ['o', ''],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await at(page, address);
    }
    await page.keyboard.press('g');
    await page.keyboard.press('x');
    await page.keyboard.press('v');
    expect(page.url()).toBe(`${test.url}/dashboard`);

    await page.locator('.menu summary').click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await list.getByLabel('Use single-key shortcuts').uncheck();
    await list.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.keyboard.press('?');
    expect([page.url(), await list.isVisible()]).toEqual([`${test.url}/dashboard`, false]);
    await context.close();
    expect(failures).toEqual([]);
  });
});
