import { type Page } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { ANNA, sendRequest } from '../support/signing-requests.js';

const UPRIGHT = { width: 360, height: 780 };
const SIDEWAYS = { width: 780, height: 360 };
/** As shares of the pad: from corner to corner. */
const DOWN = [
  [0.06, 0.06],
  [0.5, 0.5],
  [0.94, 0.94],
] as const;
const UP = [
  [0.06, 0.94],
  [0.5, 0.5],
  [0.94, 0.06],
] as const;

interface Ink {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

describe('a drawing on a phone that is turned', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
  });

  async function openPad(): Promise<Page> {
    const request = await sendRequest(test, acme, 'in_person', [ANNA]);
    const token = await request.visitors[0]!.showPhoneCode();
    const { page } = await openPage(await sharedBrowser(), PHONE);
    await page.goto(`${test.url}/draw/${token}`);
    await page.locator('#pad').waitFor();
    return page;
  }

  async function draw(page: Page, points: readonly (readonly [number, number])[]): Promise<void> {
    const box = (await page.locator('#pad').boundingBox())!;
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const [first, ...more] = points.map(([x, y]) => ({
      x: box.x + x * box.width,
      y: box.y + y * box.height,
    }));
    await touch('touchStart', [first!]);
    for (const point of more) await touch('touchMove', [point]);
    await touch('touchEnd', []);
  }

  /** Where there is ink, as shares of the pad, and how broad it is for its height in pixels. */
  async function inkOn(page: Page): Promise<Ink & { shape: number }> {
    const [ink, width, height] = await page.evaluate<[Ink, number, number]>(`(() => {
      const canvas = document.querySelector('#pad');
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      const ink = { left: width, right: 0, top: height, bottom: 0 };
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          if (data[4 * (y * width + x) + 3] > 0) {
            ink.left = Math.min(ink.left, x); ink.right = Math.max(ink.right, x);
            ink.top = Math.min(ink.top, y); ink.bottom = Math.max(ink.bottom, y);
          }
      return [ink, width, height];
    })()`);
    return {
      ...{ left: ink.left / width, right: ink.right / width },
      ...{ top: ink.top / height, bottom: ink.bottom / height },
      shape: (ink.right - ink.left) / (ink.bottom - ink.top),
    };
  }

  const sent = async (page: Page) =>
    JSON.parse(await page.locator('[data-strokes]').inputValue()) as number[][];

  /** The whole drawing, in its proportions, with nothing at the edge. */
  async function expectWhole(page: Page, shape: number): Promise<void> {
    const ink = await inkOn(page);
    expect(Math.abs(ink.shape / shape - 1)).toBeLessThan(0.08);
    expect(Math.min(ink.left, ink.top)).toBeGreaterThan(0);
    expect(Math.max(ink.right, ink.bottom)).toBeLessThan(0.999);
  }

  it.each([
    ['upright and turned sideways', UPRIGHT, SIDEWAYS],
    ['sideways and turned upright', SIDEWAYS, UPRIGHT],
  ])('%s stays whole, and so does what is sent', async (name, before, after) => {
    const page = await openPad();
    await page.setViewportSize(before);
    await draw(page, DOWN);
    const { shape } = await inkOn(page);
    const [stroke] = await sent(page);
    await page.setViewportSize(after);
    await expectWhole(page, shape);
    expect(await sent(page)).toEqual([stroke]);
    await inspect(page, `turned-${name.split(' ')[0]}`);

    // Another stroke is kept beside the first, which is still all there.
    await draw(page, UP);
    const strokes = await sent(page);
    expect(strokes).toHaveLength(2);
    const [first] = strokes as [number[], number[]];
    const across = (each: number[]) => each.at(-2)! - each[0]!;
    const down = (each: number[]) => each.at(-1)! - each[1]!;
    const proportion = (each: number[]) => across(each) / down(each);
    expect(Math.abs(proportion(first) / proportion(stroke!) - 1)).toBeLessThan(0.05);
    for (const share of strokes.flat()) expect(share >= 0 && share <= 1).toBe(true);

    const both = (await inkOn(page)).shape;
    await page.setViewportSize(before);
    await expectWhole(page, both);
    await page.context().close();
  });
});
