import { type Page } from 'playwright-core';

/** Runs in the browser: whether anything darker than the paper was drawn. */
export const HAS_INK = `(() => {
  const canvas = document.querySelector('.document-page canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value, index) => index % 4 !== 3 && value < 128);
})()`;

/** Waits until the pages of a `textPdf` document can be seen and read aloud, then continues. */
export async function readDocument(page: Page, pages: number): Promise<void> {
  await page
    .getByRole('region', { name: `Page 1 of ${pages}` })
    .getByRole('paragraph')
    .getByText('This is page 1')
    .waitFor({ state: 'attached' });
  await page.locator('.document-page canvas').first().waitFor();
  expect(await page.evaluate<boolean>(HAS_INK)).toBe(true);
  expect(await page.locator('.document-page').count()).toBe(pages);
  await page.getByRole('link', { name: 'I have read it' }).click();
}

/** Draws something like a signature with the mouse. */
export async function drawSignature(page: Page): Promise<void> {
  // Clear of the bar with the button at the bottom of the screen.
  await page.evaluate(`document.querySelector('#pad').scrollIntoView({ block: 'center' })`);
  const box = (await page.locator('#pad').boundingBox())!;
  const at = (x: number, y: number) => page.mouse.move(box.x + x * box.width, box.y + y * box.height);
  await at(0.15, 0.6);
  await page.mouse.down();
  for (let step = 1; step <= 40; step++) {
    await at(0.15 + (0.7 * step) / 40, 0.55 + 0.28 * Math.sin(step / 2.2) * Math.cos(step / 9));
  }
  await page.mouse.up();
}
