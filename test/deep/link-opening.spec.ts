import { type Page } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { sendRequest, type SentRequest } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';

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

  it('a program that runs the page’s scripts, and scrolls and clicks with scripts, does not open the link', async () => {
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
  ])('a %s opens the link', async (act, options, perform) => {
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

  it('a click alone opens the link, as a screen reader makes it', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const { context, page, failures } = await openPage(await sharedBrowser(), DESK);
    await page.addInitScript(`
      for (const type of ['keydown', 'keyup', 'keypress', 'pointerdown', 'pointermove', 'touchstart', 'wheel'])
        addEventListener(type, (event) => event.stopImmediatePropagation(), true);
    `);
    await page.goto(linkOf(request, '/consent'));
    await page.getByRole('checkbox').focus();
    const told = reported(page);
    await page.keyboard.press('Space');
    expect((await told).status()).toBe(204);
    await context.close();
    expect(await actsOf(request)).toEqual(['pointer']);
    expect(failures).toEqual([]);
  });

  it('scripts whose clicks the browser passes on do not open the link', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const { context, page } = await openPage(await sharedBrowser(), DESK);
    const reports: string[] = [];
    page.on('request', (sent) => sent.method() === 'POST' && reports.push(sent.url()));
    // Not with page.evaluate, which counts as a gesture of the person.
    await page.addInitScript(`
      addEventListener('click', ({ target, isTrusted }) => {
        if (target.id === 'agree') document.title = 'passed on, ' + (isTrusted ? 'trusted' : 'not trusted');
      });
      addEventListener('load', () => document.querySelector('label.consent')?.click());
    `);
    await page.goto(linkOf(request, '/consent'));
    await page.waitForFunction("document.title.startsWith('passed on')");
    await page.waitForFunction("document.querySelector('#agree').checked");
    await page.goto(linkOf(request, '/document'));
    await page.locator('.document-page canvas').first().waitFor();
    expect(reports).toEqual([]);
    await context.close();
    expect(await actsOf(request)).toEqual([]);
  });

  it('a page that the browser prerenders does not open the link until it is shown', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const { context, page } = await openPage(await sharedBrowser(), DESK);
    const headers = { 'sec-purpose': 'prefetch;prerender' };
    for (const method of ['GET', 'HEAD'])
      await context.request.fetch(linkOf(request), { method, headers: method === 'GET' ? headers : {} });
    const events = async () => (await trailOf(test.dataSource, request.id)).map(({ type }) => type);
    expect(await events()).not.toContain('link_fetched');
    await page.goto(linkOf(request));
    expect(await events()).toContain('link_fetched');
    expect(await actsOf(request)).toEqual([]);
    await context.close();
  });

  it('the host who hands over a device opens the link, in person', async () => {
    const request = await sendRequest(test, acme, 'in_person');
    const { context, page, failures } = await openPage(await sharedBrowser(), PHONE);
    await page.goto(linkOf(request));
    // The report is still sent when the same touch leaves the page.
    await page.getByRole('link', { name: 'Read the document' }).tap();
    await until('it is recorded', async () => (await actsOf(request)).length > 0);
    await context.close();
    expect(await actsOf(request)).toEqual(['touch']);
    expect(failures).toEqual([]);
  });

  it('the first form opens the link where scripts do not run', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const { context, page } = await openPage(await sharedBrowser(), { ...DESK, javaScriptEnabled: false });
    await page.goto(linkOf(request, '/consent'));
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign now' }).click();
    await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
    await context.close();
    expect(await actsOf(request)).toEqual(['form']);
  });

  it('signs as before with an older process that does not know the report', async () => {
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
