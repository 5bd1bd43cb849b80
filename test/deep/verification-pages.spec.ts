import { type Browser, type BrowserContextOptions } from 'playwright-core';
import { LOCALES } from '../../src/platform/templates/locales.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { DESK, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { walkInLanguage } from '../support/language-walk.js';
import { inspectStops, type Stop, visit } from '../support/page-stops.js';
import { reducedIn } from '../support/reduced-counts.js';
import { verificationStops } from '../support/verification-stops.js';

describe('every page of a verification', () => {
  let test: TestApp;
  let browser: Browser;
  let stops: Stop[];

  beforeAll(async () => {
    test = await startTestApp();
    browser = await sharedBrowser();
    stops = await verificationStops(test, await test.createOrganization({ name: 'Meridian Notaries' }));
  }, 120_000);
  afterAll(() => test.close());

  it.each<[string, BrowserContextOptions]>([
    ['phone', PHONE],
    ['dark phone', { ...PHONE, colorScheme: 'dark' }],
    ['desk', DESK],
    ['dark desk', { ...DESK, colorScheme: 'dark' }],
  ])(
    'the pages have no accessibility or layout faults on a %s',
    (name, device) => inspectStops(browser, stops, { device, language: 'en', picture: `verify ${name}` }),
    120_000,
  );

  // English and German are checked at all sizes.
  it.each(reducedIn('languages of verification pages', LOCALES, ['en', 'de']))(
    'pages fit small screens with every text, with a main button that is always visible, in %s',
    async (locale) => {
      expect(await walkInLanguage(test, browser, stops, locale)).toEqual({});
    },
    180_000,
  );

  it.each([
    [320, 568],
    [360, 620],
  ])('shows a chosen photo whole above the buttons, on %s × %s pixels', async (width, height) => {
    const { page, context } = await openPage(browser, { ...PHONE, viewport: { width, height } });
    await visit(
      page,
      stops.find(({ name }) => name === 'passport-chosen')!,
    );
    const photo = (await page.locator('[data-upload-preview]').boundingBox())!;
    const masthead = (await page.locator('.masthead').boundingBox())!;
    const buttons = (await page.locator('.actions').boundingBox())!;
    expect(photo.y).toBeGreaterThanOrEqual(masthead.height);
    expect(photo.y + photo.height).toBeLessThanOrEqual(buttons.y);
    await context.close();
  });
});
