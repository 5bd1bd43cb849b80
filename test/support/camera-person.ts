import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page } from 'playwright-core';
import { filmPortrait } from '../../scripts/liveness/camera-film.js';
import { type ChallengeStep } from '../../src/identity-documents/liveness.js';
import { ChallengeSource } from '../../src/identity-verifications/challenge-source.service.js';
import { type TestApp } from './app.js';
import { launchBrowser } from './browser.js';
import { writeCameraFilm } from './liveness-films.js';
import { renderPassport } from './passport-renderer.js';

const STEPS: ChallengeStep[] = ['straight_ahead', 'turn_left', 'turn_right', 'come_closer'];

/** A person with a passport in front of a camera, who performs every challenge. */
export class CameraPerson {
  private constructor(
    /** A browser whose fake camera shows the person. */
    readonly browser: Browser,
    /** Photo of the passport, JPEG. */
    readonly passport: Buffer,
    private readonly folder: string,
  ) {}

  /** From now on every challenge of the application asks for the poses of the film. */
  static async appear({ app }: TestApp): Promise<CameraPerson> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-films-'));
    app.get(ChallengeSource, { strict: false }).draw = () => STEPS;
    const film = join(folder, 'person.mjpeg');
    await writeCameraFilm(film, STEPS, { firstMs: 8_000, holdMs: 6_000 });
    const passport = await renderPassport({ portrait: await filmPortrait() }, { background: 'desk' });
    return new CameraPerson(await launchBrowser(film), passport, folder);
  }

  async leave(): Promise<void> {
    await this.browser.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Uploads the passport photo on the page that asks for it. */
  async sendPassport(page: Page): Promise<void> {
    const file = { name: 'p.jpg', mimeType: 'image/jpeg', buffer: this.passport };
    await page.setInputFiles('input[type=file]', file);
    await page.getByRole('button', { name: 'Send this photo' }).click();
    await page.getByRole('heading', { name: 'Now look into the camera' }).waitFor({ timeout: 60_000 });
  }

  /** Performs the challenge, from the first instruction until the identity is confirmed. */
  async takePoses(page: Page, meanwhile: () => Promise<void>): Promise<void> {
    await page.getByRole('button', { name: 'Start the camera' }).click();
    await page.getByText('Look straight ahead', { exact: true }).waitFor();
    await meanwhile();
    await page.getByRole('heading', { name: 'Your identity is confirmed' }).waitFor({ timeout: 150_000 });
  }
}
