import { DESK, inspect } from '../support/browser.js';
import { button, documentScene } from '../support/document-signing.js';
import { LAYOUT_SHIFT } from '../support/signing-browser.js';

/** Runs in the browser: whether a page begins below what stays at the top of the screen. */
const beginsInSight = (number: number) => `(() => {
  const { top } = document.querySelector('#page-${number}').getBoundingClientRect();
  return top >= 100 && top < innerHeight / 2;
})()`;

describe('a document that is signed on its pages', () => {
  const { send, open } = documentScene();

  it('thumbnails lead from page to page, and mark those with open fields', async () => {
    const { address } = await send('in_person');
    const { page, failures } = await open(address, { ...DESK, colorScheme: 'dark' });
    const thumbnails = page.getByRole('toolbar', { name: 'Pages' });
    await thumbnails.locator('canvas').nth(1).waitFor();
    const told = () => thumbnails.getByRole('link').allTextContents();
    expect(await told()).toEqual(['1Page 1 of 2: fields to fill in', '2Page 2 of 2: fields to fill in']);
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThanOrEqual(0.05);
    await inspect(page, 'in-document-thumbnails');
    await page.getByLabel('Job title').fill('Miller');
    await thumbnails.locator('[aria-current]').focus();
    expect((await told())[0]).toBe('1Page 1 of 2');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await thumbnails.locator('[aria-current]', { hasText: 'Page 2' }).waitFor();
    expect(await page.evaluate<boolean>(beginsInSight(2))).toBe(true);
    const counter = page.locator('[data-document-count]');
    await counter.filter({ hasText: 'Page 2 of 2' }).waitFor();

    await page.setViewportSize({ width: 360, height: 780 });
    await button(page, 'Pages').click();
    const sheet = page.getByRole('dialog', { name: 'Pages' });
    await sheet.locator('canvas').nth(1).waitFor();
    await inspect(page, 'in-document-thumbnails-phone');
    await sheet.getByRole('link', { name: 'Page 1' }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect(await page.evaluate<boolean>(beginsInSight(1))).toBe(true);
    await counter.filter({ hasText: 'Page 1 of 2' }).waitFor();
    expect(failures).toEqual([]);
    await page.context().close();
  });
});
