import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page } from 'playwright-core';
import sharp from 'sharp';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, launchBrowser, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { signedIn } from '../support/dashboard-member.js';
import { renderPassport } from '../support/passport-renderer.js';
import { until } from '../support/until.js';
import { beginVerification, type TestVerification } from '../support/verifications.js';

/**
 * Runs in the browser, once the camera is shown: how wide the bars beside its picture are, in whole pixels, and whether
 * the frame stands on the picture.
 */
const CAMERA = `(() => {
  const video = document.querySelector('[data-capture-video]');
  const [picture, frame] = [video, document.querySelector('[data-capture-frame]')].map((part) =>
    part.getBoundingClientRect());
  if (!(video.videoWidth > 0 && picture.width > 0)) return null;
  const width = Math.min(picture.width, (picture.height * video.videoWidth) / video.videoHeight);
  const isFramed = frame.left > picture.left && frame.right < picture.right &&
    frame.top > picture.top && frame.bottom < picture.bottom;
  return { bars: Math.round(picture.width - width), isFramed };
})()`;

describe('the hosted verification with a camera', () => {
  let app: SharedTestApp;
  let acme: TestOrganization;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-films-'));
    app = await sharedTestApp();
    acme = await app.createOrganization({ name: 'Hearth & Sons' });
    await signedIn(app, acme, 'reviewer');
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** A passport on a desk as seen by a camera of 1,280 × 960 pixels. Each seed gives different noise. */
  async function heldPassport(seed: number): Promise<Buffer> {
    const photo = await renderPassport({}, { background: 'desk', skew: 1, noise: 2 }, seed);
    return sharp(photo).resize({ width: 1280, height: 960, fit: 'cover' }).jpeg({ quality: 90 }).toBuffer();
  }

  async function agree(page: Page, session: TestVerification): Promise<void> {
    await page.goto(session.person.sessionUrl);
    await page.getByRole('button', { name: 'Agree and continue' }).click();
  }

  /** Fails with what the page tells the person to do, which says why there is no photo. */
  async function waitForPhoto(page: Page): Promise<void> {
    let hint: string | null = '';
    const look = async () => {
      hint = await page.locator('[data-capture-hint]').textContent();
      return hint?.startsWith('Is everything sharp and complete?');
    };
    await until('the photo is taken', look, { longestMs: 80_000 }).catch((cause: unknown) => {
      throw new Error(`The page says “${hint}”.`, { cause });
    });
  }

  test('photographs a document held in front of the camera', async () => {
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
      await tab.setViewportSize({ width: 780, height: 360 });
      await tab.getByRole('button', { name: 'Take a photo' }).click();
      const shown = await until('the camera is shown', () => tab.evaluate<object | null>(CAMERA));
      expect(shown).toEqual({ bars: 0, isFramed: true });
      await tab.setViewportSize(PHONE.viewport!);
      await waitForPhoto(tab);
      await inspect(tab, 'verify-camera-3-taken');
      await tab.getByRole('button', { name: 'Send this photo' }).click();
      await until('the photo has arrived', async () => (await session.audit()).includes('image_received'));
      expect(failures).toEqual([]);
      await context.close();
    } finally {
      await browser.close();
    }
  }, 120_000);

  test('offers other ways with a camera that gives no picture', async () => {
    const browser = await sharedBrowser();
    const session = await beginVerification(app, acme);
    const { context, page } = await openPage(browser, PHONE);
    // A stream without frames, as from a camera that another program holds.
    await page.addInitScript(
      "navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream(0);",
    );
    await agree(page, session);
    await page.getByRole('button', { name: 'Take a photo' }).click();
    await page.getByText('There is no camera that this page can use.').waitFor();
    await page.getByRole('button', { name: 'Choose a photo instead' }).waitFor();
    await inspect(page, 'verify-camera-5-silent');
    await context.close();
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
    for (const each of [phone.page, page])
      await each.getByRole('heading', { name: 'A person will review this' }).waitFor();
    await phone.context.close();
    await context.close();
  }, 120_000);

  test('the desktop follows the phone', async () => {
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
