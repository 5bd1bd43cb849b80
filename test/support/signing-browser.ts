import { type Page } from 'playwright-core';

/** Runs in the browser: whether anything darker than the paper was drawn. */
export const HAS_INK = `(() => {
  const canvas = document.querySelector('.document-page canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value, index) => index % 4 !== 3 && value < 128);
})()`;

/** Waits until the pages of a `textPdf` document are visible and can be read aloud. */
export async function readDocument(page: Page, pages: number): Promise<void> {
  await page
    .getByRole('region', { name: `Page 1 of ${pages}` })
    .getByRole('paragraph')
    .getByText('This is page 1')
    .waitFor({ state: 'attached' });
  await page.locator('.document-page canvas').first().waitFor();
  expect(await page.evaluate<boolean>(HAS_INK)).toBe(true);
  expect(await page.locator('[data-page]').count()).toBe(pages);
}

/** Opens the sheet for the signature, draws it there with the mouse, and goes on to the last screen. */
export async function signInDocument(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your signature' }).click();
  await drawSignature(page);
  await page.getByRole('button', { name: 'Use this signature' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
}

/** The points of a signature-like stroke, as shares of the pad. */
const STROKE = Array.from({ length: 41 }, (_none, step) => ({
  x: 0.15 + (0.7 * step) / 40,
  y: step === 0 ? 0.6 : 0.55 + 0.28 * Math.sin(step / 2.2) * Math.cos(step / 9),
}));

/** Draws the stroke with a finger. */
export async function drawByTouch(page: Page): Promise<void> {
  const pad = page.locator('#pad');
  // A pad may lie behind the bar at the foot until the page is scrolled.
  await pad.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = (await pad.boundingBox())!;
  const points = STROKE.map(({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height }));
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [points[0]!]);
  for (const point of points.slice(1)) await touch('touchMove', [point]);
  await touch('touchEnd', []);
}

/** Sums up from now on what moves on the page without the reader's action. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) layoutShift += value;
    }).observe({ type: 'layout-shift', buffered: true });`);
}

/** Runs in the browser: the sum of `watchLayout`. */
export const LAYOUT_SHIFT = 'globalThis.layoutShift';

/** Draws the stroke with the mouse. */
export async function drawSignature(page: Page): Promise<void> {
  const pad = page.locator('#pad');
  // A pad may lie behind the bar at the foot until the page is scrolled.
  await pad.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = (await pad.boundingBox())!;
  const at = (x: number, y: number) => page.mouse.move(box.x + x * box.width, box.y + y * box.height);
  await at(STROKE[0]!.x, STROKE[0]!.y);
  await page.mouse.down();
  for (const { x, y } of STROKE.slice(1)) await at(x, y);
  await page.mouse.up();
}
