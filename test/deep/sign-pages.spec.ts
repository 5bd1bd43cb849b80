import { type Browser, type BrowserContextOptions } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app.js';
import { DESK, PHONE, sharedBrowser } from '../support/browser.js';
import { inspectStops, type Stop } from '../support/page-stops.js';
import { signingStops } from '../support/signing-stops.js';

describe('every page of the signing journey', () => {
  let test: TestApp;
  let browser: Browser;
  let stops: Stop[];

  beforeAll(async () => {
    test = await startTestApp();
    browser = await sharedBrowser();
    stops = await signingStops(test, await test.createOrganization({ name: 'Meridian Notaries' }));
  }, 120_000);
  afterAll(() => test.close());

  it.each<[string, string, BrowserContextOptions]>([
    ['en', 'phone', { ...PHONE, deviceScaleFactor: 1 }],
    ['en', 'dark desk', { ...DESK, colorScheme: 'dark' }],
    ['es', 'dark phone', { ...PHONE, deviceScaleFactor: 1, locale: 'es-ES', colorScheme: 'dark' }],
  ])(
    'the pages have no accessibility or layout faults, in %s on a %s',
    async (language, name, device) => {
      // Each link keeps the language in which it was first read.
      await test.dataSource.query('update signature_signers set locale = null');
      await inspectStops(browser, stops, { device, language, picture: `page ${language} ${name}` });
    },
    180_000,
  );
});
