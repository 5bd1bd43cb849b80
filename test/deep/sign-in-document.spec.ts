import { DESK, fitsNarrowAndLarge, inspect, PHONE } from '../support/browser.js';
import { button, documentScene, signNow, untilTold } from '../support/document-signing.js';
import { inDepth } from '../support/in-depth.js';
import { drawByTouch, drawSignature, LAYOUT_SHIFT } from '../support/signing-browser.js';
import { ANNA } from '../support/signing-requests.js';

/** In points. */
const A4_HEIGHT = 841.89;

describe('signing in the document', () => {
  const { send, open } = documentScene();

  async function signByTouch(width: number): Promise<void> {
    const device = { ...PHONE, viewport: { ...PHONE.viewport!, width } };
    const { address, signed } = await send('in_person');
    const { page, failures } = await open(address, device);
    await untilTold(page, '3 left');
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
    await untilTold(page, '1 left');
    await button(page, 'Next field').tap();
    await button(page, 'Next field').tap();
    await drawByTouch(page);
    await inspect(page, 'in-document-3-sheet');
    await button(page, 'Use this signature').tap();
    await untilTold(page, 'Everything is filled in');
    await page.locator('.place.signature .ink').waitFor();
    await inspect(page, 'in-document-4-filled');

    const other = await open(address, device);
    expect(await other.page.getByLabel('Job title').inputValue()).toBe('');
    await other.context.close();
    await page.reload();
    await untilTold(page, 'Everything is filled in');
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
    120_000,
  );

  inDepth('leads by touch from field to field on the narrowest phone', () => signByTouch(320), 120_000);

  inDepth('signs with the mouse, at any page size, without moving the layout', async () => {
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
    await untilTold(page, 'Everything is filled in');
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
    const reach = async (selector: string) => {
      for (let steps = 0; steps < 40; steps++) {
        await press('Tab');
        if (await page.evaluate<boolean>(`document.activeElement.matches('${selector}')`)) return;
      }
      throw new Error(`No ${selector} is reached by Tab`);
    };
    await reach('.document-scroll');
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
    expect(await focused()).toBe('Draw');
    await press('ArrowRight', 'Tab', 'Control+A');
    await page.keyboard.type('A. M. Eriksson');
    await press('Enter');
    await untilTold(page, 'Everything is filled in');
    await page.locator('.place.signature .caveat').waitFor();
    expect(await focused()).toContain('Your signature');
    await reach('[data-go-on]');
    await press('Enter');
    await page.getByRole('definition').filter({ hasText: 'Miller' }).waitFor();
    await reach('#witness');
    await page.keyboard.type('Hugo Host');
    await reach('#agree');
    await press('Space');
    await reach('.actions .button');
    expect(await focused()).toBe('Sign now');
    await press('Enter');
    await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
    expect(failures).toEqual([]);
    await page.context().close();
    expect(await signed()).toEqual(['Miller', 'AE', 'yes']);
  }

  inDepth('signs with the keyboard alone, in reading order', () => signByKeyboard(DESK.viewport!));

  inDepth('signs with the keyboard alone when letters are four times as large', () =>
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
});
