import { type Browser, type BrowserContextOptions } from 'playwright-core';
import { type SharedTestApp, sharedTestApp } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { createDraft } from '../support/samples.js';

describe('the API reference in a browser', () => {
  let test: SharedTestApp;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    browser = await sharedBrowser();
  });

  /** Reads about an operation and sends requests to it with a key; nothing of it remains afterwards. */
  async function walk(options: BrowserContextOptions, name: string): Promise<void> {
    const acme = await test.createOrganization();
    const id = await createDraft(acme.api);
    const { context, page, failures } = await openPage(browser, options);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(`${test.url}/docs`);
    await inspect(page, `reference-1-${name}`);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
    await page.goto(`${test.url}/docs#signaturesGet`);
    const operation = page.locator('#signaturesGet');
    await operation.getByText('Returns a request with its signers.').waitFor();
    await operation.getByLabel('signatureId').fill(String(id));
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByText('401 Unauthorized', { exact: true }).waitFor();
    await page.getByLabel('Your API key').fill(acme.apiKey);
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByText('200 OK', { exact: true }).waitFor();
    expect(await operation.locator('[data-content]').textContent()).toContain(`"id": ${id},`);
    await inspect(page, `reference-2-sent-${name}`);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
    const kept = '[localStorage.length, sessionStorage.length, document.cookie]';
    expect(await page.evaluate(kept)).toEqual([0, 0, '']);
    await page.reload();
    expect(await page.getByLabel('Your API key').inputValue()).toBe('');
    expect(addresses.filter((address) => !address.startsWith(test.url))).toEqual([]);
    expect(addresses.join()).not.toContain(acme.apiKey);
    await context.close();
    // The answer to the request without a key.
    expect(failures).toEqual([expect.stringContaining('status of 401')]);
  }

  it('shows an operation and sends requests to it', () => walk(DESK, 'desk'), 120_000);
  inDepth(
    'shows an operation and sends requests to it on a dark phone',
    () => walk({ ...PHONE, colorScheme: 'dark' }, 'phone'),
    120_000,
  );

  it('has the key filled in for those who come from where it was shown, until they leave', async () => {
    const acme = await test.createOrganization();
    const owner = await signedIn(test, acme);
    const { context, page, failures } = await openPage(browser, DESK);
    const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: test.url }));
    await context.addCookies(cookies);
    await page.goto(`${test.url}/dashboard/api-key/new`);
    await page.getByRole('main').getByRole('button').click();
    const key = await page.locator('#secret').innerText();
    await page.locator('[data-bring]').click();
    await page.waitForURL(/\/docs/);
    expect(key.length).toBeGreaterThan(20);
    expect(await page.getByLabel('Your API key').inputValue()).toBe(key);
    await page.reload();
    expect(await page.getByLabel('Your API key').inputValue()).toBe('');
    await context.close();
    expect(failures).toEqual([]);
  });

  it('shows every operation and every webhook without scripts', async () => {
    const { context, page } = await openPage(browser, { ...DESK, javaScriptEnabled: false });
    await page.goto(`${test.url}/docs`);
    const document = (await (await fetch(`${test.url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
      webhooks: object;
    };
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    const all = operations.length + Object.keys(document.webhooks).length;
    expect(await page.locator('details.operation').count()).toBe(all);
    await page.locator('#signaturesSend > summary').click();
    expect(await page.locator('#signaturesSend').textContent()).toContain('not_a_draft');
    expect(await page.locator('#signaturesSend [data-try]').isVisible()).toBe(false);
    await context.close();
  });
});
