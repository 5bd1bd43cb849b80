import { type Browser, type CDPSession, type Page } from 'playwright-core';
import { sharedTestApp, type SharedTestApp, type TestOrganization } from '../support/app.js';
import { openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

/** Runs in the browser: how much fingers have enlarged the page, and pixels of the first picture for each of the screen. */
const LOOK = `(() => {
  const canvas = document.querySelector('.document-page canvas');
  const pinched = visualViewport.scale;
  return { pinched, sharpness: canvas.width / (canvas.clientWidth * devicePixelRatio * pinched) };
})()`;

describe('the pages of a document on a phone', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
  });

  it('are enlarged by two fingers, and drawn anew as sharp as they now are large', async () => {
    const { visitors } = await sendRequest(test, acme, 'fast');
    const { page, context, failures } = await openPage(browser, PHONE);
    await page.goto(`${test.url}/sign/${visitors[0]!.token}/document`);
    await page.locator('.document-page canvas').first().waitFor();
    const look = () => page.evaluate<{ pinched: number; sharpness: number }>(LOOK);
    expect(await look()).toEqual({ pinched: 1, sharpness: expect.closeTo(1, 1) });

    const touches = await context.newCDPSession(page);
    await pinch(page, touches, { from: 60, to: 100 });
    await until('it is enlarged, and sharp again', async () => {
      const { pinched, sharpness } = await look();
      return pinched > 1.4 && sharpness > 0.9;
    });

    await pinch(page, touches, { from: 100, to: 20 });
    await until('it has its usual size, and takes no more memory than that needs', async () => {
      const { pinched, sharpness } = await look();
      return pinched === 1 && sharpness < 1.1;
    });
    expect(failures).toEqual([]);
    await context.close();
  });
});

/** Two fingers beside each other on the first page; `from` and `to` are their distances from the point between them, in pixels. */
async function pinch(
  page: Page,
  touches: CDPSession,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const fingers = (apart: number) =>
    [-1, 1].map((side, id) => ({ id, x: width / 2 + side * apart, y: height / 2 }));
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof fingers>) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', fingers(from));
  for (let step = 1; step <= 8; step++) await touch('touchMove', fingers(from + ((to - from) * step) / 8));
  await touch('touchEnd', []);
}
