import { type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { sharedTestApp, type SharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { readQrCode } from '../support/qr-code.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { drawByTouch, drawSignature, LAYOUT_SHIFT, watchLayout } from '../support/signing-browser.js';
import { ANNA, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { ask } from '../support/validators.js';

/** Points. */
const A4_HEIGHT = 841.89;
const owner = { signerEmail: ANNA.email };
const FIELDS = [
  { ...owner, kind: 'text', label: 'Job title', page: 1, x: 60, y: 300, width: 160, height: 18 },
  { ...owner, kind: 'initials', page: 1, x: 480, y: 780, width: 60, height: 30 },
  {
    ...owner,
    kind: 'checkbox',
    label: 'I have keys',
    required: true,
    page: 2,
    x: 60,
    y: 200,
    width: 14,
    height: 14,
  },
  { ...owner, kind: 'date', page: 2, x: '50%', y: 700, width: '40%', height: 24 },
  { ...owner, kind: 'signature', page: 2, x: '50%', y: 600, width: '40%', height: 60 },
];

/** Runs in the browser: whether a page begins below what stays at the top of the screen. */
const beginsInSight = (number: number) => `(() => {
  const { top } = document.querySelector('#page-${number}').getBoundingClientRect();
  return top >= 100 && top < innerHeight / 2;
})()`;

/** Bends of the lines in a PDF, as MuPDF reads it: its text has none. */
function linesDrawn(pdf: Buffer): number {
  const { output } = ask('mutool', ['draw', '-F', 'trace', '-o', '-', 'file.pdf'], { 'file.pdf': pdf });
  const strokes = output.match(/<stroke_path[\s\S]*?<\/stroke_path>/g) ?? [];
  return strokes.join('').split('<curveto').length - 1;
}

describe('signing in the document', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
  });

  async function send(type: string, fields: object[] = FIELDS) {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type })}`;
    const pdf = { headers: { 'content-type': 'application/pdf' } };
    await acme.api.put(`${path}/document`, await textPdf(2), pdf);
    if (fields.length > 0)
      expect((await acme.api.put(`${path}/document/fields`, { fields })).status).toBe(200);
    const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    const { token } = await visitorOf(test, acme.organizationId, sent.body.signers[0].id as number);
    const signed = async (): Promise<unknown[]> => {
      await until(
        'it is completed',
        async () => (await acme.api.get(`${path}/status`)).body.status === 'completed',
      );
      const fields = await acme.api.get(`${path}/document/fields`);
      const ids = fields.body.items.map(({ id }: { id: number }) => id) as number[];
      const select =
        'select value from signature_fields where id = any($1) and value is not null order by id';
      return (await test.dataSource.query(select, [ids])).map(({ value }: { value: string }) => value);
    };
    const lines = async () => linesDrawn((await acme.api.get(`${path}/document/signed`)).body as Buffer);
    return { address: `${test.url}/sign/${token}/document`, signed, lines };
  }

  async function open(address: string, device: BrowserContextOptions) {
    const opened = await openPage(browser, device);
    await watchLayout(opened.page);
    await opened.page.goto(address);
    await opened.page.locator('.document-page canvas').first().waitFor();
    return opened;
  }

  const button = (page: Page, name: string): Locator => page.getByRole('button', { name });
  /** Waits until the status says so; if not, the error tells what it said, and what the sheet did. */
  async function left(page: Page, words: string): Promise<void> {
    const said = page.getByRole('status').filter({ hasText: words }).waitFor();
    await said.catch(async (cause: unknown) => {
      const form = await page.locator('form').first().innerText();
      throw new Error(`The page never said “${words}” but: ${form}`, { cause });
    });
  }

  async function signNow(page: Page): Promise<void> {
    await page.getByRole('definition').filter({ hasText: 'Miller' }).waitFor();
    await page.getByLabel('Name of the host').fill('Hugo Host');
    await page.getByRole('checkbox').check();
    await inspect(page, 'in-document-review');
    await button(page, 'Sign now').click();
    await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
  }

  async function signByTouch(width: number): Promise<void> {
    const device = { ...PHONE, viewport: { ...PHONE.viewport!, width } };
    const { address, signed } = await send('in_person');
    const { page, failures } = await open(address, device);
    await left(page, '3 left');
    await inspect(page, 'in-document-1-open');
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThanOrEqual(0.05);
    const sheet = (await page.locator('.document-page').nth(1).boundingBox())!;
    const mark = (await page.locator('.place.signature').boundingBox())!;
    expect((mark.x - sheet.x) / sheet.width).toBeCloseTo(0.5, 2);
    expect(mark.width / sheet.width).toBeCloseTo(0.4, 2);
    expect(((mark.y - sheet.y) / sheet.height) * A4_HEIGHT).toBeCloseTo(600, -1);

    await button(page, 'Next field').tap();
    await page.keyboard.type('Miller');
    await inspect(page, 'in-document-2-typing');
    await button(page, 'Next field').tap();
    await page.getByLabel('I have keys').tap();
    await left(page, '1 left');
    await button(page, 'Next field').tap();
    await button(page, 'Next field').tap();
    await drawByTouch(page);
    await inspect(page, 'in-document-3-sheet');
    await button(page, 'Use this signature').tap();
    await left(page, 'Everything is filled in');
    await page.locator('.place.signature .ink').waitFor();
    await inspect(page, 'in-document-4-filled');

    const other = await open(address, device);
    expect(await other.page.getByLabel('Job title').inputValue()).toBe('');
    await other.context.close();
    await page.reload();
    await left(page, 'Everything is filled in');
    expect(await page.getByLabel('Job title').inputValue()).toBe('Miller');
    await page.getByRole('link', { name: 'Continue' }).tap();
    await page.waitForURL(/consent$/);
    expect(await page.locator('#pad').count()).toBe(0);
    await signNow(page);
    expect(failures).toEqual([]);
    await page.context().close();
    expect(await signed()).toEqual(['Miller', 'AE', 'yes']);
  }

  it(
    'leads by touch from field to field, shows what will be drawn, and keeps it',
    () => signByTouch(360),
    60_000,
  );

  inDepth('does so on the narrowest phone', () => signByTouch(320), 60_000);

  inDepth('is done with the mouse, at any size of the pages, and nothing moves meanwhile', async () => {
    const { address, signed } = await send('in_person');
    const { page, failures } = await open(address, { ...DESK, colorScheme: 'dark' });
    await inspect(page, 'in-document-desk-1-open');
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThanOrEqual(0.05);
    const sheet = page.locator('.document-page').first();
    const usual = (await sheet.boundingBox())!.width;
    await button(page, 'Larger').click();
    expect((await sheet.boundingBox())!.width).toBeCloseTo(1.5 * usual, 0);
    await page.getByText('150%').waitFor();
    await button(page, 'Smaller').click();
    await page.locator('.place.text').click();
    await page.getByLabel('Job title').fill('Miller');
    await page.getByLabel('I have keys').click();
    await page.locator('.place.signature').click();
    await page.getByRole('dialog').waitFor();
    await button(page, 'Use this signature').click();
    await page.getByText('Draw your signature: more than a dot').waitFor();
    await drawSignature(page);
    await inspect(page, 'in-document-desk-2-sheet');
    await button(page, 'Use this signature').click();
    await left(page, 'Everything is filled in');
    await inspect(page, 'in-document-desk-3-filled');
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
    await page.getByRole('link', { name: 'Continue' }).click();
    await signNow(page);
    expect(failures).toEqual([]);
    await page.context().close();
    expect(await signed()).toEqual(['Miller', 'AE', 'yes']);
  });

  async function signByKeyboard(viewport: { width: number; height: number }): Promise<void> {
    const { address, signed } = await send('in_person');
    const { page, failures } = await open(address, { ...DESK, viewport });
    const press = (...keys: string[]) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
    const focused = () =>
      page.evaluate<string>(
        `document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent.trim()`,
      );
    await page.locator('.document-scroll').focus();
    const order: string[] = [];
    for (let each = 0; each < 4; each++) {
      await press('Tab');
      order.push(await focused());
    }
    expect(order).toEqual(['Job title', 'Your initials', 'I have keys', 'Your signature']);
    await press('Shift+Tab', 'Space', 'Shift+Tab', 'Shift+Tab');
    await page.keyboard.type('Miller');
    await press('Enter');
    expect(await focused()).toBe('Your signature');
    await press('Enter');
    await page.getByRole('radio', { name: 'Draw' }).focus();
    await press('ArrowRight', 'Tab', 'Control+A');
    await page.keyboard.type('A. M. Eriksson');
    await press('Enter');
    await left(page, 'Everything is filled in');
    await page.locator('.place.signature .caveat').waitFor();
    expect(await focused()).toContain('Your signature');
    await page.getByRole('link', { name: 'Continue' }).focus();
    await press('Enter');
    await signNow(page);
    expect(failures).toEqual([]);
    await page.context().close();
    expect(await signed()).toEqual(['Miller', 'AE', 'yes']);
  }

  inDepth('is done with the keyboard alone, in the order of reading', () => signByKeyboard(DESK.viewport!));

  inDepth('is done with the keyboard alone where letters are four times as large', () =>
    signByKeyboard({ width: 320, height: 640 }),
  );

  inDepth('shows the handwriting that a click leaves, on the page behind the document', async () => {
    const { address } = await send('fast', []);
    const { page, failures } = await open(address, PHONE);
    expect(await page.locator('.behind .place.signature .by-hand').textContent()).toBe(ANNA.name);
    await inspect(page, 'in-document-fast');
    await page.getByRole('link', { name: 'I have read it' }).click();
    expect(await page.locator('.pad.shown .hand').textContent()).toBe(ANNA.name);
    await inspect(page, 'in-document-fast-review');
    await page.setViewportSize({ width: 360, height: 620 });
    const { y, height } = (await button(page, 'Sign now').boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(620);
    expect(failures).toEqual([]);
    await page.context().close();
  });

  inDepth(
    'is done at a desk with a signature that is drawn on the phone',
    async () => {
      const { address, signed, lines } = await send('in_person');
      const { page: desk, failures } = await open(address, DESK);
      await desk.context().setOffline(true);
      await desk.getByLabel('Job title').fill('Miller');
      await desk.getByText('Your entries could not be saved').waitFor();
      await desk.context().setOffline(false);
      await desk.getByText('Your entries could not be saved').waitFor({ state: 'hidden' });
      await desk.getByLabel('I have keys').click();
      await desk.locator('.place.signature').click();
      await desk.locator('[data-phone-code][src*="path"]').waitFor();
      await inspect(desk, 'in-document-phone-1-code');
      const code = await desk.locator('[data-phone-code]').getAttribute('src');
      const link = await readQrCode(decodeURIComponent(code!.slice(code!.indexOf(',') + 1)));

      const { page: phone, failures: phoneFailures } = await openPage(browser, {
        ...PHONE,
        colorScheme: 'dark',
      });
      await phone.goto(test.url + new URL(link).pathname);
      await phone.getByRole('heading', { name: 'Draw your signature' }).waitFor();
      await button(phone, 'Use this signature').tap();
      await phone.getByText('more than a dot').waitFor();
      await drawByTouch(phone);
      await inspect(phone, 'in-document-phone-2-pad');
      await phone.setViewportSize({ width: 780, height: 360 });
      await inspect(phone, 'in-document-phone-2-sideways');
      await phone.setViewportSize({ width: 360, height: 780 });
      expect(await fitsNarrowAndLarge(phone)).toEqual({ narrow: true, large: true });
      await phone.context().setOffline(true);
      await button(phone, 'Use this signature').tap();
      await phone.getByText('Your drawing is still here').waitFor();
      await phone.context().setOffline(false);
      await button(phone, 'Use this signature').tap();
      await phone.getByRole('heading', { name: 'Your drawing is on your computer' }).waitFor();
      await inspect(phone, 'in-document-phone-3-sent');

      await left(desk, 'This was drawn on your phone');
      await inspect(desk, 'in-document-phone-4-drawn');
      await button(desk, 'Use this signature').click();
      await left(desk, 'Everything is filled in');
      await desk.locator('.place.signature .ink').waitFor();
      await desk.getByRole('link', { name: 'Continue' }).click();
      await signNow(desk);
      await phone.reload();
      await phone.getByRole('heading', { name: 'This code no longer works' }).waitFor();
      await inspect(phone, 'in-document-phone-5-over');
      // But for what the browsers say of lost connections, and of the page that is gone.
      const isExpected = (failure: string) => /ERR_INTERNET_DISCONNECTED|410/.test(failure);
      expect([...failures, ...phoneFailures].filter((failure) => !isExpected(failure))).toEqual([]);
      await desk.context().close();
      await phone.context().close();
      expect(await signed()).toEqual(['Miller', 'AE', 'yes']);
      expect(await lines()).toBeGreaterThan(10);
    },
    60_000,
  );

  inDepth('leads by small pictures from page to page, and marks those with open fields', async () => {
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

    await page.setViewportSize({ width: 360, height: 780 });
    await button(page, 'Pages').click();
    const sheet = page.getByRole('dialog', { name: 'Pages' });
    await sheet.locator('canvas').nth(1).waitFor();
    await inspect(page, 'in-document-thumbnails-phone');
    await sheet.getByRole('link', { name: 'Page 1' }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect(await page.evaluate<boolean>(beginsInSight(1))).toBe(true);
    expect(failures).toEqual([]);
    await page.context().close();
  });
});
