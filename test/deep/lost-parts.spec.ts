import { type Browser } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, startTestApp, type TestOrganization } from '../support/app.js';
import { inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { renderPassport } from '../support/passport-renderer.js';
import { drawSignature } from '../support/signing-browser.js';
import { sendRequest } from '../support/signing-requests.js';
import { VERIFICATIONS } from '../support/verifications.js';

const BY_DOCUMENT = {
  email: 'anna@example.com',
  firstName: 'Anna Maria',
  lastName: 'Eriksson',
  documentType: 'passport',
  verificationMethod: 'document',
};

describe('pages that lose parts on the way', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Hearth & Sons' });
    browser = await sharedBrowser();
  });

  it('takes a photo with the browser’s own control without the page’s script', async () => {
    const { body } = await acme.api.post(VERIFICATIONS, BY_DOCUMENT);
    const { context, page } = await openPage(browser);
    await page.route('**/assets/capture.js*', (route) => route.abort());
    await page.goto(body.sessionUrl);
    await page.getByRole('button', { name: 'Agree and continue' }).click();
    await page.getByRole('button', { name: 'Send this photo' }).waitFor();
    expect(await page.getByRole('button', { name: 'Take a photo' }).isVisible()).toBe(false);
    await inspect(page, 'lost-scripts-photo');

    const chooser = page.waitForEvent('filechooser');
    await page.locator('input[type=file]').click();
    const buffer = await renderPassport({}, { background: 'desk' });
    await (await chooser).setFiles({ name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('button', { name: 'Send this photo' }).click();
    await page.getByRole('heading', { name: /Checking your document|Your identity is confirmed/ }).waitFor();
    await context.close();
  }, 120_000);

  it('lets the document be opened and signed without the page’s script', async () => {
    const { visitors } = await sendRequest(test, acme, 'fast');
    const { context, page } = await openPage(browser, PHONE);
    await page.route('**/assets/document.js*', (route) => route.abort());
    await page.goto(`${test.url}/sign/${visitors[0]!.token}/document`);
    await page.getByRole('link', { name: 'Open the document' }).waitFor();
    await inspect(page, 'lost-scripts-document');
    await page.getByRole('link', { name: 'I have read it' }).click();
    await page.getByRole('heading', { name: 'Sign', exact: true }).waitFor();
    await context.close();
  });

  it('shows a kept signature while its letters are still loading', async () => {
    const { visitors } = await sendRequest(test, acme, 'in_person');
    const { context, page } = await openPage(browser, PHONE);
    await page.goto(`${test.url}/sign/${visitors[0]!.token}/document`);
    await page.getByRole('button', { name: 'Your signature' }).click();
    await drawSignature(page);
    const kept = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: 'Use this signature' }).click();
    expect((await kept).ok()).toBe(true);

    await page.route('**/*.woff2*', () => undefined);
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('status').filter({ hasText: 'Everything is filled in' }).waitFor();
    expect(await page.locator('.place.signature .ink, .behind .ink').count()).toBeGreaterThan(0);
    await context.close();
  });

  it('reloads without the page’s script until the analysis has ended', async () => {
    // There must be an analysis to wait for.
    const app = await startTestApp({}, { analyses: 'fresh' });
    const hearth = await app.createOrganization({ name: 'Hearth & Sons' });
    const { body } = await hearth.api.post(VERIFICATIONS, BY_DOCUMENT);
    const { context, page } = await openPage(browser);
    await page.route('**/assets/progress.js*', (route) => route.abort());
    await page.goto(body.sessionUrl as string);
    await page.getByRole('button', { name: 'Agree and continue' }).click();
    const buffer = await renderPassport({}, { background: 'desk' });
    await page.setInputFiles('input[type=file]', { name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('button', { name: 'Send this photo' }).click();
    await page.getByRole('heading', { name: 'Checking your document' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Your identity is confirmed' }).waitFor();
    await context.close();
    await app.close();
  }, 120_000);
});
