import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Browser, type Page } from 'playwright-core';
import { filmPortrait } from '../../scripts/liveness/camera-film.js';
import { type ChallengeStep } from '../../src/document-analysis/liveness.js';
import { ChallengeSource } from '../../src/identity-verifications/challenge-source.service.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import {
  accessibilityFaults,
  DESK,
  fitsWidth,
  launchBrowser,
  openPage,
  PHONE,
  takePicture,
} from '../support/browser.js';
import { writeCameraFilm } from '../support/liveness-films.js';
import { renderPassport } from '../support/passport-renderer.js';
import { until } from '../support/until.js';
import { beginVerification, type TestVerification } from '../support/verifications.js';

const STEPS: ChallengeStep[] = ['straight_ahead', 'turn_left', 'turn_right', 'come_closer'];

describe('the hosted verification before a camera', () => {
  let app: TestApp;
  let acme: TestOrganization;
  let folder: string;
  /** The passport of the person in the film. */
  let passport: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-films-'));
    app = await startTestApp();
    acme = await app.createOrganization({ name: 'Hearth & Sons' });
    app.app.get(ChallengeSource, { strict: false }).draw = () => STEPS;
    passport = await renderPassport({ portrait: await filmPortrait() }, { background: 'desk' });
  });
  afterAll(async () => {
    await app?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function film(name: string, bytes: Buffer): Promise<string> {
    const file = join(folder, `${name}.mjpeg`);
    await writeFile(file, bytes);
    return file;
  }

  async function withBrowser(
    camera: string | undefined,
    work: (browser: Browser) => Promise<void>,
  ): Promise<void> {
    const browser = await launchBrowser(camera);
    try {
      await work(browser);
    } finally {
      await browser.close();
    }
  }

  /** What a camera of 1,280 × 960 pixels sees of a passport on a desk; each seed has noise of its own. */
  async function heldPassport(seed: number): Promise<Buffer> {
    const photo = await renderPassport({}, { background: 'desk', skew: 1, noise: 2 }, seed);
    return sharp(photo).resize({ width: 1280, height: 960, fit: 'cover' }).jpeg({ quality: 90 }).toBuffer();
  }

  async function inspect(page: Page, name: string): Promise<void> {
    await takePicture(page, `verify-${name}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);
  }

  async function agree(page: Page, session: TestVerification): Promise<void> {
    await page.goto(session.person.sessionUrl);
    await page.getByRole('button', { name: 'I agree, continue' }).click();
  }

  test('combined, from the link to the result, on a phone', async () => {
    const camera = join(folder, 'person.mjpeg');
    await writeCameraFilm(camera, STEPS, { firstMs: 8_000, holdMs: 6_000 });
    await withBrowser(camera, async (browser) => {
      const session = await beginVerification(app, acme, {
        verificationMethod: 'combined',
        redirectUrl: undefined,
      });
      const { context, page, failures } = await openPage(browser, { ...PHONE, permissions: ['camera'] });
      await agree(page, session);
      await page.setInputFiles('input[type=file]', {
        name: 'p.jpg',
        mimeType: 'image/jpeg',
        buffer: passport,
      });
      await page.getByRole('button', { name: 'Send this photo' }).click();
      await page.getByRole('heading', { name: 'Now look into the camera' }).waitFor({ timeout: 60_000 });
      await inspect(page, 'camera-1-before');
      await page.getByRole('button', { name: 'Start the camera' }).click();
      await page.getByText('Look straight ahead', { exact: true }).waitFor();
      await takePicture(page, 'verify-camera-2-challenge');
      await page.getByRole('heading', { name: 'Your identity is confirmed' }).waitFor({ timeout: 150_000 });
      const { body } = await session.report();
      expect(body).toMatchObject({
        result: 'approved',
        livenessResult: { passed: true, spoofDetected: false },
        reasons: [],
      });
      const match = body.checks.find(({ id }: { id: string }) => id === 'face_match');
      expect(match).toMatchObject({ outcome: 'clear' });
      expect(body.matchScore).toBe(match.score);
      expect(failures).toEqual([]);
      await context.close();
    });
  }, 240_000);

  test('a document held before the camera takes its own photo', async () => {
    const seen = await Promise.all([1, 2, 3].map((seed) => heldPassport(seed)));
    // Chromium takes no film of less than a second.
    const frames = Array.from({ length: 30 }, (_, index) => seen[index % seen.length]!);
    const camera = await film('document', Buffer.concat(frames));
    await withBrowser(camera, async (browser) => {
      const session = await beginVerification(app, acme);
      const { context, page: tab, failures } = await openPage(browser, { ...PHONE, permissions: ['camera'] });
      await agree(tab, session);
      await tab.getByRole('button', { name: 'Use the camera' }).click();
      await tab.getByText('Is everything sharp and whole?').waitFor({ timeout: 100_000 });
      await inspect(tab, 'camera-3-taken');
      await tab.getByRole('button', { name: 'Send this photo' }).click();
      await until('the photo has arrived', async () => (await session.audit()).includes('image_received'));
      expect(failures).toEqual([]);
      await context.close();
    });
  });

  test('without a camera, or without leave to use it, there are other ways', async () => {
    await withBrowser(undefined, async (browser) => {
      const session = await beginVerification(app, acme, { verificationMethod: 'liveness' });
      const { context, page } = await openPage(browser, DESK);
      await agree(page, session);
      await page.getByRole('button', { name: 'Start the camera' }).click();
      await page.getByText(/camera is not allowed|no camera that this page can use/).waitFor();
      await page.getByText('Continue on your phone').click();
      await page.getByAltText('QR code with the link to this page').scrollIntoViewIfNeeded();
      await page.waitForFunction("document.querySelector('.hand-off img').naturalWidth > 0");
      await inspect(page, 'camera-4-none');
      // The phone goes on, and the desk follows by itself.
      const phone = await openPage(browser);
      await phone.page.goto(session.person.sessionUrl);
      await phone.page.getByRole('button', { name: 'Ask for a person instead' }).click();
      await phone.page.getByRole('heading', { name: 'A person will look at this' }).waitFor();
      await phone.context.close();
      await context.close();
    });
  });

  test('the desk follows the phone', async () => {
    await withBrowser(undefined, async (browser) => {
      const session = await beginVerification(app, acme);
      const desk = await openPage(browser, DESK);
      await desk.page.goto(session.person.sessionUrl);
      const phone = await openPage(browser);
      await agree(phone.page, session);
      await desk.page.getByRole('heading', { name: 'Photograph your passport’s photo page' }).waitFor();
      await phone.page.getByRole('link', { name: 'Cancel' }).click();
      await phone.page.getByRole('button', { name: 'Yes, stop' }).click();
      await desk.page.getByRole('heading', { name: 'You stopped here' }).waitFor();
      await phone.context.close();
      await desk.context.close();
    });
  });
});
