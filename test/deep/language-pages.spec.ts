import { type Browser, type Page } from 'playwright-core';
import sharp from 'sharp';
import { LOCALES } from '../../src/platform/templates/locales.js';
import { sharedTestApp, type SharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { buttonFaults } from '../support/main-button.js';
import { sendRequest, visitorOf } from '../support/signing-requests.js';
import { beginShortVerification, beginVerification, FULL_FORM } from '../support/verifications.js';

const NARROW = { ...PHONE, viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 };

/**
 * Texts that stick out of their place: names may be cut off with an ellipsis, what is unseen has no place, documents scroll.
 * @param besides - selects others that may be cut off
 */
const overflowing = (besides = 'template') => `[...document.querySelectorAll('body *')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
  .filter((element) => !element.closest('.asker, .unseen, .document, svg, canvas, select, input, textarea, ${besides}'))
  .filter((element) => getComputedStyle(element).display !== 'inline')
  .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .map((element) => element.className + ': ' + element.textContent.trim().slice(0, 80))`;

const PHOTO = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#aac' } })
  .png()
  .toBuffer();

describe('the pages of signers and persons', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
  });

  const linksIn = async (locale: string) => {
    const signer = { email: 'anna@signers.test', name: 'Anna Maria Eriksson', locale };
    const send = (type: string, more = {}) => sendRequest(test, acme, type, [signer], more);
    const turns = [1, 2, 3].map((order) => ({ ...signer, email: `anna${order}@signers.test`, order }));
    const queue = await sendRequest(test, acme, 'fast', turns);
    await queue.visitors[0]!.sign();
    const letter = { messageContent: 'Dear Anna,\n\nhere is the lease.', senderName: 'Clara Winter' };
    const begin = async (form: object) => (await beginVerification(test, acme, { locale, ...form })).person;
    const guest = await send('in_person', { ...letter, expiresDate: '2099-12-31' });
    const coded = await send('advanced');
    const checked = await send('fast', { requireVerification: true, allowHandOver: true });
    const card = await begin({ documentType: 'id_card' });
    await card.agree();
    const face = await begin({ verificationMethod: 'liveness' });
    await face.agree();
    const combined = await begin({ verificationMethod: 'combined' });
    const choosing = (await beginShortVerification(test, acme, { locale })).person;
    await choosing.agree();
    const reviewed = await begin({ verificationMethod: 'liveness' });
    await reviewed.agree();
    await reviewed.askHuman();
    const declined = await send('fast');
    await declined.visitors[0]!.post('reject', { reason: 'The rent is wrong.', confirmed: 'yes' });
    const cancelled = await begin({});
    await cancelled.look();
    await cancelled.post('/cancel');
    const sign = (request: typeof guest, page = '', index = 0) =>
      `${test.url}/sign/${request.visitors[index]!.token}${page}`;
    return {
      landing: sign(guest),
      pad: `${test.url}/draw/${await guest.visitors[0]!.showPhoneCode()}`,
      document: sign(guest, '/document'),
      consent: sign(guest, '/consent'),
      reject: sign(guest, '/reject'),
      code: sign(coded, '/code'),
      identity: sign(checked, '/identity'),
      handOver: sign(checked, '/hand-over'),
      done: sign(queue, '/done'),
      waiting: sign(queue, '', 2),
      reading: sign(queue, '/document', 2),
      declined: sign(declined),
      start: combined.sessionUrl,
      type: choosing.sessionUrl,
      upload: card.sessionUrl,
      cancel: `${card.sessionUrl}/cancel`,
      selfie: face.sessionUrl,
      result: cancelled.sessionUrl,
      review: reviewed.sessionUrl,
      check: `${test.url}/verify-document`,
      home: test.url,
      unknown: `${test.url}/sign/${'0'.repeat(64)}`,
    };
  };

  const look = async (page: Page, name: string, locale: string, kind = 'language') => {
    if (name === 'document' || name === 'reading')
      await page.locator('.document-page canvas').first().waitFor();
    if (name === 'consent') await page.locator('.actions button').click();
    await inspect(page, `${kind}-${locale}-${name}`);
    expect({ name, lang: await page.locator('html').getAttribute('lang') }).toEqual({ name, lang: locale });
    expect({ name, texts: await page.evaluate(overflowing()) }).toEqual({ name, texts: [] });
  };

  it.each(LOCALES)(
    'fit on the narrowest phone, in %s',
    async (locale) => {
      const { page, context } = await openPage(browser, { ...NARROW, locale });
      for (const [name, address] of Object.entries(await linksIn(locale))) {
        await page.goto(address);
        await look(page, name, locale);
      }
      await page.locator('.languages summary').click();
      await look(page, 'choice', locale);
      await context.close();
    },
    120_000,
  );

  it('fit on a dark desk', async () => {
    const { page, context } = await openPage(browser, { ...DESK, colorScheme: 'dark' });
    for (const [name, address] of Object.entries(await linksIn('en'))) {
      await page.goto(address);
      await look(page, name, 'en', 'dark-desk');
    }
    await context.close();
  }, 60_000);

  /** Further states of a page, in the order in which they are reached from its beginning. */
  const STATES: Record<string, Record<string, (page: Page) => Promise<unknown>>> = {
    document: {
      sheet: (page) => page.locator('[data-next-field]').click(),
      'sheet to type': (page) => page.locator('dialog[open] input[value=typed]').check(),
      'sheet to upload': (page) => page.locator('dialog[open] input[value=uploaded]').check(),
    },
    consent: {
      'consent with errors': async (page) => {
        await page.locator('.actions button').click();
        await page.locator('[data-errors]').waitFor();
      },
      'consent with a typed name': (page) => page.locator('input[value=typed]').check(),
    },
    reject: {
      'reject, confirmed': async (page) => {
        await page.locator('textarea').fill('The rent in section 4 is wrong.');
        await page.locator('.actions button').click();
        await page.locator('input[name=confirmed]').waitFor({ state: 'attached' });
      },
    },
    upload: {
      'upload with a photo': async (page) => {
        await page.setInputFiles('input[type=file]', {
          name: 'card.png',
          mimeType: 'image/png',
          buffer: PHOTO,
        });
        await page.locator('[data-upload-preview]:not([hidden])').waitFor();
      },
    },
  };

  it.each(['en', 'de'])(
    'have their main button always on the screen, and over nothing, in %s',
    async (locale) => {
      const { page, context } = await openPage(browser, { ...PHONE, deviceScaleFactor: 1, locale });
      for (const [name, address] of Object.entries(await linksIn(locale))) {
        await page.goto(address);
        if (name === 'document') await page.locator('.document-page canvas').first().waitFor();
        expect({ name, faults: await buttonFaults(page) }).toEqual({ name, faults: [] });
        for (const [state, act] of Object.entries(STATES[name] ?? {})) {
          await act(page);
          expect({ state, faults: await buttonFaults(page) }).toEqual({ state, faults: [] });
        }
      }
      await context.close();
    },
    120_000,
  );

  it('fit with names, subjects and reasons as long as they may be, without a space in them', async () => {
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
      // A name of 200 letters ends with an ellipsis in the pad that shows it as handwriting.
      expect({ index, texts: await page.evaluate(overflowing('.hand')) }).toEqual({ index, texts: [] });
    }
    await context.close();
  }, 60_000);

  it('are in another language after two taps, and stay on their page', async () => {
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
