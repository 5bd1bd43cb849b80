import { type Browser, type CDPSession, type Page } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { LAYOUT_SHIFT, watchLayout } from '../support/signing-browser.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

/** Runs in the browser: how far the page was pinched, and the pixels of the first picture per screen pixel. */
const LOOK = `(() => {
  const canvas = document.querySelector('.document-page canvas');
  const pinched = visualViewport.scale;
  return { pinched, sharpness: canvas.width / (canvas.clientWidth * devicePixelRatio * pinched) };
})()`;

interface Sight {
  /** Pixels drawn per page pixel, where they are fewest of all that is visible. */
  sharpness: number;
  /** Pixels of the part that is drawn above the page. */
  detail: number;
  /** How dark that part and the page below it are in the same place, and how far they differ. */
  ink: number;
  difference: number;
}

/** Runs in the browser: a `Sight` of the enlarged page. */
const SEE = `(() => {
  const [whole, detail] = document.querySelectorAll('.document-page:has(.detail) canvas');
  const sheets = [...document.querySelectorAll('.document-page')];
  const drawn = (x, y) => {
    const isHit = (box) => x >= box.left && x < box.right && y >= box.top && y < box.bottom;
    const sheet = sheets.find((each) => isHit(each.getBoundingClientRect()));
    const at = [...(sheet?.querySelectorAll('canvas') ?? [])].filter((each) => isHit(each.getBoundingClientRect()));
    return at.length === 0 ? Infinity : at.at(-1).width / at.at(-1).getBoundingClientRect().width;
  };
  const frame = document.querySelector('.document-scroll').getBoundingClientRect();
  const steps = [0.02, 0.25, 0.5, 0.75, 0.98];
  const across = steps.map((share) => frame.left + 12 + share * (Math.min(frame.right, innerWidth) - frame.left - 24));
  const sharpness = Math.min(...across.flatMap((x) => steps.map((share) => drawn(x, share * innerHeight))));
  if (!detail) return { sharpness, detail: 0, ink: 0, difference: 0 };
  const outer = whole.getBoundingClientRect();
  const inner = detail.getBoundingClientRect();
  const small = (source, box) => {
    const pen = Object.assign(document.createElement('canvas'), { width: 120, height: 80 }).getContext('2d');
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(source, ...box, 0, 0, 120, 80);
    return pen.getImageData(0, 0, 120, 80).data.filter((value, index) => index % 4 === 0);
  };
  const ratio = whole.width / outer.width;
  const below = small(whole, [inner.left - outer.left, inner.top - outer.top, inner.width, inner.height].map((each) => each * ratio));
  const above = small(detail, [0, 0, detail.width, detail.height]);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const ink = sum([...above].map((value) => 255 - value));
  return {
    sharpness,
    detail: detail.width * detail.height,
    ink,
    difference: sum([...above].map((value, index) => Math.abs(value - below[index]))) / ink,
  };
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

  it('enlarges pages with two fingers, and redraws them as sharp as their new size needs', async () => {
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

describe('the pages of a document at a desk', () => {
  it('draws pages as sharp as the screen wherever one looks, however large, in no more memory', async () => {
    const test = await sharedTestApp();
    const acme = await test.createOrganization({ name: 'Meridian Notaries' });
    const { visitors } = await sendRequest(test, acme, 'fast');
    const { page, context, failures } = await openPage(await sharedBrowser(), {
      ...DESK,
      deviceScaleFactor: 2,
    });
    await watchLayout(page);
    await page.goto(`${test.url}/sign/${visitors[0]!.token}/document`);
    await page.locator('.document-page canvas').first().waitFor();
    expect(await page.locator('.detail').count()).toBe(0);
    const see = () => page.evaluate<Sight>(SEE);
    const isSharp = async () => {
      const { sharpness, detail, ink, difference } = await see();
      return sharpness > 1.95 && detail > 0 && ink > 0 && difference < 0.3;
    };
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Larger' }).click();
    await page.getByText('300%').waitFor();
    await page.evaluate(`document.querySelector('.document-section').scrollIntoView()`);
    await until('what can be seen is sharp', isSharp);
    await page.evaluate(`document.querySelector('.document-scroll').scrollLeft += 150; scrollBy(0, 120)`);
    await until('it is sharp again where the reader has moved to', isSharp);
    expect((await see()).detail).toBeLessThanOrEqual(1280 * 800 * 2 * 2);
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThanOrEqual(0.05);

    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Smaller' }).click();
    await page.locator('.detail').waitFor({ state: 'detached' });
    expect(failures).toEqual([]);
    await context.close();
  });
});

/**
 * Two fingers next to each other on the first page; `from` and `to` are their distances from their midpoint, in
 * pixels.
 */
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
