import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page } from 'playwright-core';
import { filmPortrait, renderCameraFilm } from '../../scripts/liveness/camera-film.js';
import { type ChallengeStep } from '../../src/identity-documents/liveness.js';
import { ChallengeSource } from '../../src/identity-verifications/challenge-source.js';
import { MAX_CHALLENGES } from '../../src/identity-verifications/domain/liveness-attempts.js';
import { type TestApp } from './app.js';
import { launchBrowser } from './browser.js';
import { renderPassport } from './passport-renderer.js';
import { patience } from './patience.js';

/** With this limit all poses fit into the minute that a challenge lasts. */
const LONGEST_HOLD_MS = 15_000;
/** A challenge lasts at most a minute; then its frames are judged. */
const ATTEMPT_MS = 80_000;
const STEPS: ChallengeStep[] = ['straight_ahead', 'turn_left', 'turn_right', 'come_closer'];

/** A person with a passport in front of a camera, who performs every challenge. */
export class CameraPerson {
  private constructor(
    /** A browser whose fake camera shows the person. */
    readonly browser: Browser,
    /** A photo of the passport, as JPEG. */
    readonly passport: Buffer,
    private readonly folder: string,
  ) {}

  /** From now on every challenge of the application asks for the poses of the film. */
  static async appear({ app }: TestApp): Promise<CameraPerson> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-films-'));
    app.get(ChallengeSource, { strict: false }).draw = () => STEPS;
    const film = join(folder, 'person.mjpeg');
    const holdMs = Math.min(patience(6_000), LONGEST_HOLD_MS);
    await writeFile(film, await renderCameraFilm(STEPS, { firstMs: 8_000, holdMs }));
    const passport = await renderPassport({ portrait: await filmPortrait() }, { background: 'desk' });
    return new CameraPerson(await launchBrowser({ film }), passport, folder);
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
    await page.getByRole('heading', { name: 'Now look into the camera' }).waitFor();
  }

  /**
   * Performs the challenge, from the first instruction until the identity is confirmed. The film keeps running while
   * the machine is busy, so a pose may be missed; then the page asks for another attempt.
   */
  async takePoses(page: Page, meanwhile: () => Promise<void>): Promise<void> {
    const confirmed = page.getByRole('heading', { name: 'Your identity is confirmed' });
    const start = page.getByRole('button', { name: 'Start the camera' });
    for (let attempt = 1; attempt <= MAX_CHALLENGES; attempt++) {
      await start.click();
      await page.getByText('Look straight ahead', { exact: true }).waitFor();
      if (attempt === 1) await meanwhile();
      await confirmed.or(start).waitFor({ timeout: patience(ATTEMPT_MS) });
      if (await confirmed.isVisible()) return;
    }
    throw new Error(`The challenge was not passed in ${MAX_CHALLENGES} attempts.`);
  }
}
