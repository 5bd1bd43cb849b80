import { type Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import { DESK } from '../support/browser.js';
import { button, documentScene, signNow, untilTold } from '../support/document-signing.js';
import { inDepth } from '../support/in-depth.js';
import { pagePicture } from '../support/page-pictures.js';
import { photoOfSignature } from '../support/signature-pictures.js';
import { drawSignature } from '../support/signing-browser.js';
import { ANNA } from '../support/signing-requests.js';

/** As shares of an A4 page. */
const PLACE = { x: 0.5, y: 600 / 841.89, width: 0.4, height: 60 / 841.89 };
const SIGNATURE = {
  ...{ signerEmail: ANNA.email, kind: 'signature', page: 2, x: '50%', y: 600, width: '40%', height: 60 },
};
const JOB = { signerEmail: ANNA.email, kind: 'text', label: 'Job title', page: 1 };
const FIELDS = [{ ...JOB, x: 60, y: 300, width: 160, height: 18 }, SIGNATURE];

/** Squares across a place, and down. */
const GRID = { width: 80, height: 20 };
/** Grey below which a square has ink; the mean of a thin line and the paper around it. */
const INK = 236;
/** Squares by which the two pictures may differ, because different programs paint them at different sizes. */
const NEAR = 1;

/** Runs in the browser: removes everything from a place except what is drawn in it. */
const INK_ALONE = `for (const place of document.querySelectorAll('.place')) {
  for (const [name, value] of [['border-color', 'transparent'], ['background', 'none'], ['box-shadow', 'none'], ['outline', 'none']])
    place.style.setProperty(name, value, 'important');
  for (const part of place.querySelectorAll(':scope > :not(.ink, .hand, .by-hand, svg, img)')) part.style.setProperty('visibility', 'hidden');
}`;

/** The squares of a place that have ink, in the picture of a whole page. */
async function inked(picture: Sharp): Promise<{ x: number; y: number }[]> {
  const { width, height } = await picture.metadata();
  const { data } = await picture
    .extract({
      left: Math.round(PLACE.x * width),
      top: Math.round(PLACE.y * height),
      width: Math.round(PLACE.width * width),
      height: Math.round(PLACE.height * height),
    })
    .flatten({ background: '#ffffff' })
    .resize({ ...GRID, fit: 'fill', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.entries()]
    .filter(([, grey]) => grey < INK)
    .map(([at]) => ({ x: at % GRID.width, y: Math.floor(at / GRID.width) }));
}

/** The share of the squares that have one of the others nearby. */
function shareNear(squares: { x: number; y: number }[], others: { x: number; y: number }[]): number {
  const isNear = ({ x, y }: { x: number; y: number }) =>
    others.some((other) => Math.abs(other.x - x) <= NEAR && Math.abs(other.y - y) <= NEAR);
  return squares.filter(isNear).length / squares.length;
}

async function pageAsShown(page: Page): Promise<Sharp> {
  await page.evaluate(INK_ALONE);
  const sheet = page.locator('.document-page').nth(1);
  return sharp(await sheet.screenshot({ animations: 'disabled' }));
}

describe('the mark that a signer sees in the document', () => {
  const { send, open } = documentScene();

  async function type(page: Page): Promise<void> {
    await page.getByRole('radio', { name: 'Type' }).check();
    await page.getByRole('textbox', { name: 'Your name' }).fill('A. M. Eriksson');
  }

  async function upload(page: Page): Promise<void> {
    await page.getByRole('radio', { name: 'Upload' }).check();
    const buffer = await photoOfSignature();
    await page.setInputFiles('input[type=file]', { name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer });
    await page.locator('.pad.picture img').waitFor();
  }

  async function isSignedAsShown(make: (page: Page) => Promise<void>): Promise<void> {
    const { address, signed, file } = await send('in_person', FIELDS);
    const { page, failures } = await open(address, { ...DESK, deviceScaleFactor: 2 });
    await page.getByLabel('Job title').fill('Miller');
    await page.locator('.place.signature').click();
    await page.getByRole('dialog').waitFor();
    await make(page);
    await button(page, 'Use this signature').click();
    await untilTold(page, 'Everything is filled in');
    const shown = await inked(await pageAsShown(page));
    await page.reload();
    await untilTold(page, 'Everything is filled in');
    await page.getByRole('link', { name: 'Continue' }).click();
    await signNow(page);
    expect(failures).toEqual([]);
    await page.context().close();
    await signed();
    const printed = await inked(pagePicture(await file(), 2));
    expect(Math.min(shown.length, printed.length)).toBeGreaterThan(60);
    expect(shareNear(shown, printed)).toBeGreaterThan(0.95);
    expect(shareNear(printed, shown)).toBeGreaterThan(0.95);
  }

  it('the signed document has the mark in the same place and shape: drawn', () =>
    isSignedAsShown(drawSignature));

  inDepth.each([
    ['typed', type],
    ['uploaded', upload],
  ])('the signed document has the mark in the same place and shape: %s', (_kind, make) =>
    isSignedAsShown(make),
  );
});
