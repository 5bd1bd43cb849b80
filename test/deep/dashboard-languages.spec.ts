import { type Page } from 'playwright-core';
import { LOCALES } from '../../src/platform/templates/locales.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { checkedBulkSend, rentRows } from '../support/bulk-sends.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { reducedIn } from '../support/reduced-counts.js';
import { sendRequest } from '../support/signing-requests.js';
import { publishedTemplate } from '../support/templates.js';

const PAGES = [
  '',
  'signatures',
  'signatures/new',
  'templates',
  'templates/new',
  'bulk-sends',
  'bulk-sends/new',
  'verifications',
  'deliveries',
  'endpoint',
  'api-key',
  'people',
  'settings',
  'settings/rules',
  'account',
  'activity',
];

/** Runs in the browser: how many pixels of the areas cannot be seen without scrolling. */
const HIDDEN_AREAS = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.tabs'))`;

/** Leads to the page of the endpoint with an address that is refused, and the API's reason. */
async function refuse(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard/endpoint`);
  await page.locator('#url').fill('ftp://hooks.example');
  await page.locator('#url').press('Enter');
  await page.locator('#url-error [lang="en"]').waitFor();
}

describe('the dashboard in its languages', () => {
  let test: TestApp;
  let owner: DashboardMember;
  let requestId: number;
  /** The pages of a request, of a template and of a bulk send. */
  let made: string[];

  beforeAll(async () => {
    test = await startTestApp();
    const acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    ({ id: requestId } = await sendRequest(test, acme, 'fast'));
    const template = (await publishedTemplate(acme)).replace('/api/v1/', '');
    const steps = ['', '/roles', '/publish', '/use'].map((step) => template + step);
    const bulk = (await checkedBulkSend(acme, `${rentRows(3)}\r\nr9,nobody,N,1`)).replace('/api/v1/', '');
    const ofBulk = ['/upload', '/columns', '/check', '/send'].map((step) => bulk + step);
    made = [`signatures/${requestId}`, ...steps, ...ofBulk];
  });
  afterAll(() => test?.close());

  it('is the member’s own, or else the browser’s, and can be chosen before signing in', async () => {
    const langOf = async (headers = {}) =>
      /<html lang="(\w+)"/.exec((await owner.get('', headers)).html)?.[1];
    const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };
    expect(await langOf()).toBe('en');
    expect(await langOf(german)).toBe('de');
    await owner.send('account/reading', { locale: 'pl', timeZone: '' }, 'account');
    expect(await langOf(german)).toBe('pl');
    expect((await owner.get(`signatures/${requestId}`)).html).toContain('<html lang="pl"');
    await owner.send('account/reading', { locale: '', timeZone: '' }, 'account');
    expect((await fetch(`${test.url}/dashboard/sign-in`)).headers.get('content-language')).toBe('en');
    expect(await (await fetch(`${test.url}/dashboard/sign-in`)).text()).toContain('value="nl" lang="nl"');
  });

  const others = LOCALES.filter((locale) => locale !== 'en');
  // The longest words.
  it.each(reducedIn('languages', others, ['de', 'pl']))(
    'fits phones and desks, without faults: %s',
    async (locale) => {
      for (const [size, device] of [
        ['phone', PHONE],
        ['desk', DESK],
      ] as const) {
        const { context, page, failures } = await openPage(await sharedBrowser(), { ...device, locale });
        await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })));
        for (const path of [...PAGES, ...made]) {
          await page.goto(`${test.url}/dashboard/${path}`.replace(/\/$/, ''));
          expect([path, await page.locator('html').getAttribute('lang')]).toEqual([path, locale]);
          await inspect(page, `language-${locale}-${size}-${path.replaceAll(/\W/g, '-')}`);
          if (size === 'desk') expect([path, await page.evaluate<number>(HIDDEN_AREAS)]).toEqual([path, 0]);
          expect({ path, ...(await fitsNarrowAndLarge(page)) }).toEqual({ path, narrow: true, large: true });
        }
        await refuse(page, test.url);
        expect(await page.locator('#url-error').textContent()).not.toMatch(/^This/);
        await inspect(page, `language-${locale}-${size}-refused`);
        expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
        await context.close();
        // The refusal itself.
        expect(failures.filter((failure) => !failure.includes('status of 400'))).toEqual([]);
      }
    },
    240_000,
  );
});
