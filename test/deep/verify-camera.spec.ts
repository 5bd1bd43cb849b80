import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Page } from 'playwright-core';
import { sharedTestApp, type SharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, launchBrowser, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { renderPassport } from '../support/passport-renderer.js';
import { patience } from '../support/patience.js';
import { until } from '../support/until.js';
import { beginVerification, type TestVerification } from '../support/verifications.js';

describe('the hosted verification with a camera', () => {
  let app: SharedTestApp;
  let acme: TestOrganization;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-films-'));
    app = await sharedTestApp();
    acme = await app.createOrganization({ name: 'Hearth & Sons' });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** A passport on a desk as a camera of 1,280 × 960 pixels sees it. Each seed gives different noise. */
  async function heldPassport(seed: number): Promise<Buffer> {
    const photo = await renderPassport({}, { background: 'desk', skew: 1, noise: 2 }, seed);
    return sharp(photo).resize({ width: 1280, height: 960, fit: 'cover' }).jpeg({ quality: 90 }).toBuffer();
  }

  async function agree(page: Page, session: TestVerification): Promise<void> {
    await page.goto(session.person.sessionUrl);
    await page.getByRole('button', { name: 'Agree and continue' }).click();
  }

  test('photographs a document that is held in front of the camera', async () => {
    const seen = await Promise.all([1, 2, 3].map((seed) => heldPassport(seed)));
    // Chromium accepts no film shorter than a second.
    const frames = Array.from({ length: 30 }, (_, index) => seen[index % seen.length]!);
    const film = join(folder, 'document.mjpeg');
    await writeFile(film, Buffer.concat(frames));
    const browser = await launchBrowser({ film });
    try {
      const session = await beginVerification(app, acme);
      const { context, page: tab, failures } = await openPage(browser, { ...PHONE, permissions: ['camera'] });
      await agree(tab, session);
      await tab.getByRole('button', { name: 'Take a photo' }).click();
      await tab.getByText('Is everything sharp and complete?').waitFor({ timeout: patience(100_000) });
      await inspect(tab, 'verify-camera-3-taken');
      await tab.getByRole('button', { name: 'Send this photo' }).click();
      await until('the photo has arrived', async () => (await session.audit()).includes('image_received'));
      expect(failures).toEqual([]);
      await context.close();
    } finally {
      await browser.close();
    }
  }, 120_000);

  test('offers other ways without a camera or permission to use it', async () => {
    const browser = await sharedBrowser();
    const session = await beginVerification(app, acme, { verificationMethod: 'liveness' });
    const { context, page } = await openPage(browser, DESK);
    await agree(page, session);
    await page.getByRole('button', { name: 'Start the camera' }).click();
    await page.getByText(/not allowed to use the camera|no camera that this page can use/).waitFor();
    await page.getByAltText('QR code with the link to this page').scrollIntoViewIfNeeded();
    await page.waitForFunction("document.querySelector('.hand-off img').naturalWidth > 0");
    await inspect(page, 'verify-camera-4-none');
    // The phone continues and the desktop follows.
    const phone = await openPage(browser);
    await phone.page.goto(session.person.sessionUrl);
    await phone.page.getByRole('button', { name: 'Ask for a person to check instead' }).click();
    await phone.page.getByRole('heading', { name: 'A person will review this' }).waitFor();
    await phone.context.close();
    await context.close();
  }, 60_000);

  test('follows the phone on the desktop', async () => {
    const browser = await sharedBrowser();
    const session = await beginVerification(app, acme);
    const desk = await openPage(browser, DESK);
    await desk.page.goto(session.person.sessionUrl);
    const phone = await openPage(browser);
    await agree(phone.page, session);
    await desk.page.getByRole('heading', { name: 'Photograph your passport’s photo page' }).waitFor();
    await phone.page.getByRole('link', { name: 'Cancel' }).click();
    await phone.page.getByRole('button', { name: 'Yes, stop' }).click();
    await desk.page.getByRole('heading', { name: 'You stopped the check' }).waitFor();
    await phone.context.close();
    await desk.context.close();
  });
});
