import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Browser, type Page } from 'playwright-core';
import { sharedTestApp, startTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, PHONE, sharedBrowser, takePicture } from '../support/browser.js';
import { inDepth } from '../support/in-depth.js';
import { renderPassport } from '../support/passport-renderer.js';

const PATH = '/api/v1/identity-verifications';
const PERSON = { email: 'anna@example.com', firstName: 'Anna Maria', lastName: 'Eriksson' };

/** Runs in the browser: the positions of the hand-off, its code, and what follows it, from the top of the screen. */
const AT_A_DESK = `(() => {
  const places = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const [handOff] = places('.hand-off');
  const [code] = places('.hand-off img');
  const [actions] = places('.actions');
  const [content] = places('main');
  const isAbove = (selector) => places(selector).every(({ height, top }) => height === 0 || top >= handOff.bottom);
  return {
    code: [code.width, code.height],
    isAsWideAsThePage: handOff.width >= content.width - 32,
    isAboveTheFold: handOff.top >= 0 && code.bottom <= Math.min(innerHeight, actions.top),
    comesFirst: isAbove('.points, form, .selfie'),
  };
})()`;
/** Runs in the browser: colour transitions still running after another photo has replaced the first. */
const FADING = `(() => {
  const form = document.querySelector('form.has-photo');
  const buttons = [...form.querySelectorAll('button')];
  const changes = () => buttons.flatMap((button) => button.getAnimations()).length;
  form.classList.remove('has-photo');
  const before = changes();
  form.classList.add('has-photo');
  return before + changes();
})()`;

describe('the hosted verification in a browser', () => {
  let acme: TestOrganization;
  let browser: Browser;
  /** The caller's own site, to which people return. */
  let shop: Server;
  let shopUrl: string;
  let passport: { name: string; mimeType: string; buffer: Buffer };
  let blurred: typeof passport;

  beforeAll(async () => {
    shop = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Shop</h1>'),
    );
    await once(shop.listen(0, '127.0.0.1'), 'listening');
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/back?cart=7`;
    acme = await (await sharedTestApp()).createOrganization({ name: 'Hearth & Sons' });
    browser = await sharedBrowser();
    const photo = (buffer: Buffer) => ({ name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer });
    passport = photo(await renderPassport({}, { background: 'desk' }));
    blurred = photo(await renderPassport({}, { background: 'desk', blur: 9 }));
  });
  afterAll(() => void shop.close());

  async function begin({ api } = acme): Promise<{ id: number; sessionUrl: string }> {
    const form = {
      ...PERSON,
      documentType: 'passport',
      verificationMethod: 'document',
      redirectUrl: shopUrl,
    };
    return (await api.post(PATH, form)).body;
  }

  const heading = (page: Page) => page.locator('h1').innerText();

  test('leads from the link to the caller’s site on a phone, with one retake', async () => {
    // The progress page appears only if there is something to wait for.
    const app = await startTestApp({}, { analyses: 'fresh' });
    const hearth = await app.createOrganization({ name: 'Hearth & Sons' });
    const { id, sessionUrl } = await begin(hearth);
    const { context, page, failures } = await openPage(browser);
    await page.goto(sessionUrl);
    await inspect(page, 'verify-1-start');
    await page.setViewportSize({ width: 360, height: 620 });
    const agree = page.getByRole('button', { name: 'Agree and continue' });
    const { y, height } = (await agree.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(620);
    await page.setViewportSize({ width: 360, height: 780 });
    await agree.click();

    await page.getByRole('heading', { name: 'Photograph your passport’s photo page' }).waitFor();
    await inspect(page, 'verify-2-upload');
    await page.setInputFiles('input[type=file]', blurred);
    await page.locator('[data-upload-preview]:not([hidden])').waitFor();
    expect(await page.evaluate<number>(FADING)).toBe(0);
    await inspect(page, 'verify-3-chosen');
    await page.getByRole('button', { name: 'Send this photo' }).click();
    await page.getByRole('heading', { name: 'Checking your document' }).waitFor();
    await inspect(page, 'verify-4-checking');

    await page.getByText('too blurred to read').waitFor();
    await inspect(page, 'verify-5-retake');
    await page.setInputFiles('input[type=file]', passport);
    await page.getByRole('button', { name: 'Send this photo' }).click();
    await page.getByRole('heading', { name: 'Your identity is confirmed' }).waitFor();
    await inspect(page, 'verify-6-confirmed');

    await page.waitForURL((url) => url.href.startsWith(shopUrl));
    const { body } = await hearth.api.get(`${PATH}/${id}`);
    const query = new URL(page.url()).searchParams;
    expect(Object.fromEntries(query)).toEqual({ cart: '7', sessionId: body.sessionId, status: 'approved' });
    expect(body.status).toBe('completed');

    await page.goBack();
    await page.getByRole('heading', { name: 'Your identity is confirmed' }).waitFor();
    expect(await page.locator('[data-return]').count()).toBe(0);
    expect(failures).toEqual([]);
    await context.close();
    await app.close();
  }, 120_000);

  async function phoneComesFirst(colorScheme: 'light' | 'dark'): Promise<void> {
    const { body } = await acme.api.post(PATH, {
      ...PERSON,
      documentType: 'passport',
      verificationMethod: 'combined',
    });
    const { context, page, failures } = await openPage(browser, { ...DESK, colorScheme });
    const look = async (name: string) => {
      await inspect(page, `verify-desk-${colorScheme}-${name}`);
      const seen = await page.evaluate<{ code: number[] }>(AT_A_DESK);
      expect({ name, ...seen }).toEqual({
        name,
        code: [expect.any(Number), expect.any(Number)],
        isAsWideAsThePage: true,
        isAboveTheFold: true,
        comesFirst: true,
      });
      expect(Math.min(...seen.code)).toBeGreaterThanOrEqual(200);
    };
    await page.goto(body.sessionUrl);
    await page.getByAltText('QR code').waitFor();
    await look('1-start');
    await page.getByRole('button', { name: 'Agree and continue' }).click();
    await page.getByRole('button', { name: 'Take a photo' }).waitFor();
    await look('2-document');
    await page.setInputFiles('input[type=file]', passport);
    await page.getByRole('button', { name: 'Send this photo' }).click();
    await page.getByRole('button', { name: 'Start the camera' }).waitFor();
    await look('3-face');
    expect(failures).toEqual([]);
    await context.close();
  }

  it('offers the phone first and prominently at a desk', () => phoneComesFirst('light'));

  inDepth('offers the phone first and prominently at a dark desk', () => phoneComesFirst('dark'));

  inDepth('refuses a file that is not a picture at once, on a dark desktop', async () => {
    const { sessionUrl } = await begin();
    const { context, page } = await openPage(browser, { ...DESK, colorScheme: 'dark' });
    await page.goto(sessionUrl);
    await inspect(page, 'verify-11-desk-start');
    await page.getByRole('button', { name: 'Agree and continue' }).click();
    await page.getByAltText('QR code').waitFor();
    await inspect(page, 'verify-12-desk-upload');
    await page.setInputFiles('input[type=file]', { ...passport, buffer: Buffer.from('not a picture') });
    await page.getByRole('button', { name: 'Send this photo' }).click();
    await page.getByText('cannot open this file as a picture').waitFor();
    await inspect(page, 'verify-7-no-picture');
    await page.setInputFiles('input[type=file]', passport);
    await page.getByRole('button', { name: 'Send this photo' }).click();
    await page.getByRole('heading', { name: 'Your identity is confirmed' }).waitFor();
    await context.close();
  });

  inDepth('keeps a photo that is chosen before the script has loaded', async () => {
    const { sessionUrl } = await begin();
    const { context, page } = await openPage(browser);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/\/capture[^/]*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(sessionUrl);
    await page.getByRole('button', { name: 'Agree and continue' }).click({ noWaitAfter: true });
    await page.setInputFiles('input[type=file]', passport);
    letGo();
    await page.getByRole('button', { name: 'Send this photo' }).click();
    await page.getByRole('heading', { name: 'Your identity is confirmed' }).waitFor();
    await page.getByRole('link', { name: 'Stay here' }).click();
    expect(await page.locator('[data-return], [data-stay]').count()).toBe(0);
    expect(page.url()).toBe(sessionUrl);
    await page.getByRole('link', { name: 'Go back now' }).click();
    await page.waitForURL((url) => url.href.startsWith(shopUrl));
    await context.close();
  });

  inDepth('verifies without scripts', async () => {
    const { sessionUrl } = await begin();
    const { context, page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
    await page.goto(sessionUrl);
    await page.getByRole('button', { name: 'Agree and continue' }).click();
    await page.setInputFiles('input[type=file]', passport);
    await takePicture(page, 'verify-8-without-scripts');
    await page.getByRole('button', { name: 'Send this photo' }).click();
    await page.waitForURL((url) => url.href.startsWith(shopUrl));
    expect(new URL(page.url()).searchParams.get('status')).toBe('approved');
    await context.close();
  });

  inDepth('asks to confirm the cancellation, and the page on another device follows', async () => {
    const { sessionUrl } = await begin();
    const { context, page } = await openPage(browser);
    await page.goto(sessionUrl);
    await page.getByRole('button', { name: 'Agree and continue' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Do you want to stop?' }).waitFor();
    await inspect(page, 'verify-9-cancel');
    const other = await context.newPage();
    await other.goto(sessionUrl);
    await page.getByRole('button', { name: 'Yes, stop' }).click();
    await page.getByRole('heading', { name: 'You stopped the check' }).waitFor();
    expect(await page.locator('[data-return], [data-stay]').count()).toBe(0);
    await page.getByRole('link', { name: 'Go back now' }).waitFor();
    await inspect(page, 'verify-10-stopped');
    await other.getByRole('heading', { name: 'You stopped the check' }).waitFor();
    expect(await heading(other)).toBe('You stopped the check');
    await context.close();
  });
});
