import { type Browser } from 'playwright-core';
import { LOCALES } from '../../src/platform/templates/locales.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { walkInLanguage } from '../support/language-walk.js';
import { textFaults } from '../support/page-texts.js';
import { reducedIn } from '../support/reduced-counts.js';
import { sendRequest, visitorOf } from '../support/signing-requests.js';
import { signingStops } from '../support/signing-stops.js';
import { beginVerification, FULL_FORM } from '../support/verifications.js';

const NARROW = { ...PHONE, viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 };

describe('the pages of signers and verified people', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
  });
  afterAll(() => test.close());

  // These have the longest words.
  it.each(reducedIn('languages', LOCALES, ['de', 'pl']))(
    'pages fit small screens with every text, with a main button that is always visible, in %s',
    async (locale) => {
      // New stops for each language, because codes are valid for only ten minutes.
      const stops = await signingStops(test, acme);
      expect(await walkInLanguage(test, browser, stops, locale)).toEqual({});
    },
    240_000,
  );

  it('pages fit names, subjects and reasons of the greatest length without a space', async () => {
    const long = (length: number) => 'Donaudampfschifffahrtsgesellschaft'.repeat(20).slice(0, length);
    const name = long(200);
    const theirs = await test.createOrganization({ name: long(100) });
    const signers = [0, 1].map((order) => ({ email: `${long(50)}${order}@signers.test`, name, order }));
    const words = { subject: long(300), messageContent: long(300), senderName: name };
    const asked = (type: string, more = {}) =>
      sendRequest(test, theirs, type, signers, { documentName: long(200), ...words, ...more });
    const passable = await asked('fast', { allowHandOver: true });
    const other = { person: name, email: `${long(60)}2@signers.test`, reason: long(500) };
    expect((await passable.visitors[0]!.post('hand-over', other)).status).toBe(303);
    const handedOver = (await visitorOf(test, theirs.organizationId, passable.signerIds[0]!)).token;
    const declined = await asked('fast');
    await declined.visitors[0]!.post('reject', { reason: long(300), confirmed: 'yes' });
    const guest = await asked('in_person');
    const coded = await asked('advanced');
    const person = { firstName: long(100), lastName: long(100) };
    const { sessionUrl } = (await beginVerification(test, theirs, { ...FULL_FORM, ...person })).person;
    const pages = [
      ...['', '/document', '/consent', '/reject', '/hand-over'].map((page) => handedOver + page),
      ...['', '/consent'].map((page) => guest.visitors[0]!.token + page),
      ...[passable.visitors[0]!, passable.visitors[1]!, declined.visitors[0]!, declined.visitors[1]!].map(
        ({ token }) => token,
      ),
      `${coded.visitors[0]!.token}/code`,
    ].map((page) => `${test.url}/sign/${page}`);
    const { page, context } = await openPage(browser, NARROW);
    for (const [index, address] of [...pages, sessionUrl].entries()) {
      await page.goto(address);
      await inspect(page, `long-${index}`);
      expect({
        index,
        texts: (await textFaults(page, '.asker')).filter((fault) => !fault.startsWith('Broken: Donau')),
      }).toEqual({ index, texts: [] });
    }
    await context.close();
  }, 120_000);

  it('switches the language with two taps, and stays on the page', async () => {
    const { page, context } = await openPage(browser, NARROW);
    const request = await sendRequest(test, acme, 'fast');
    await page.goto(`${test.url}/sign/${request.visitors[0]!.token}/consent`);
    await page.locator('.languages summary').click();
    await page.getByRole('button', { name: 'Polski' }).click();
    await page.getByRole('heading', { name: 'Podpisanie', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/consent$/);
    expect(await page.locator('html').getAttribute('lang')).toBe('pl');
    await context.close();
  });
});
