import { type Page } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { sendRequest, type SentRequest } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';

describe('a signing link in a browser', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const actsOf = async ({ id }: SentRequest) =>
    (await trailOf(test.dataSource, id)).flatMap(({ type, data }) => (type === 'opened' ? [data.act] : []));
  const linkOf = ({ visitors }: SentRequest, page = '') => `${test.url}/sign/${visitors[0]!.token}${page}`;
  const reported = (page: Page) =>
    page.waitForResponse((answer) => /\/(opened|document\/read)$/.test(answer.url()));

  it('is not opened by a program that runs the scripts of its pages, and scrolls and clicks with scripts', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const { context, page, failures } = await openPage(await sharedBrowser(), DESK);
    const reports: string[] = [];
    page.on('request', (sent) => sent.method() === 'POST' && reports.push(sent.url()));
    await page.goto(linkOf(request));
    await page.goto(linkOf(request, '/document'));
    await page.locator('.document-page canvas').first().waitFor();
    await page.evaluate(`
      for (const type of ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'wheel', 'click'])
        document.body.dispatchEvent(new Event(type, { bubbles: true }));
      document.querySelector('summary')?.click();
      scrollTo(0, document.body.scrollHeight);
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    `);
    expect(reports).toEqual([]);
    await page.evaluate(
      "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })",
    );
    await page.keyboard.press('Shift');
    expect(reports).toEqual([]);
    await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'visible' })");
    const told = reported(page);
    await page.keyboard.press('Shift');
    expect((await told).status()).toBe(204);
    await context.close();
    expect(await actsOf(request)).toEqual(['key']);
    expect(failures).toEqual([]);
  });

  it.each<[act: string, options: typeof DESK, act: (page: Page) => Promise<void>]>([
    ['pointer', DESK, (page) => page.mouse.move(200, 300, { steps: 3 })],
    ['scroll', DESK, (page) => page.mouse.wheel(0, 200)],
    ['key', DESK, (page) => page.keyboard.press('Tab')],
    ['touch', PHONE, (page) => page.touchscreen.tap(10, 400)],
  ])('is opened by a %s', async (act, options, perform) => {
    const request = await sendRequest(test, acme, 'fast');
    const { context, page, failures } = await openPage(await sharedBrowser(), {
      ...options,
      timezoneId: 'Europe/Lisbon',
    });
    await page.goto(linkOf(request));
    const told = reported(page);
    await perform(page);
    expect((await told).status()).toBe(204);
    const [opened] = (await trailOf(test.dataSource, request.id)).filter(({ type }) => type === 'opened');
    expect(opened!.data).toMatchObject({ act, timeZone: 'Europe/Lisbon' });
    await context.close();
    expect(failures).toEqual([]);
  });

  it('is opened by the first form where scripts do not run', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const { context, page } = await openPage(await sharedBrowser(), { ...DESK, javaScriptEnabled: false });
    await page.goto(linkOf(request, '/consent'));
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign now' }).click();
    await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
    await context.close();
    expect(await actsOf(request)).toEqual(['form']);
  });

  it('is signed as ever where an older process does not know the report', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const { context, page, failures } = await openPage(await sharedBrowser(), DESK);
    await page.route('**/opened', (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.goto(linkOf(request, '/consent'));
    const told = reported(page);
    await page.getByRole('checkbox').check();
    expect((await told).status()).toBe(404);
    await page.getByRole('button', { name: 'Sign now' }).click();
    await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
    await context.close();
    expect(await actsOf(request)).toEqual(['form']);
    expect(failures.filter((failure) => !failure.includes('404'))).toEqual([]);
  });
});
