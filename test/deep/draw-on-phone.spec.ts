import { type Page } from 'playwright-core';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { button, documentScene, signNow, untilTold } from '../support/document-signing.js';
import { readQrCode } from '../support/qr-code.js';
import { drawByTouch } from '../support/signing-browser.js';

/** How much of the screen the pad takes. */
async function padShare(phone: Page): Promise<number> {
  const pad = (await phone.locator('#pad').boundingBox())!;
  const screen = phone.viewportSize()!;
  return (pad.width * pad.height) / (screen.width * screen.height);
}

describe('signing in the document', () => {
  const { send, open } = documentScene();

  it('signs at a desk with a signature that is drawn on the phone', async () => {
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

    const { page: phone, failures: phoneFailures } = await openPage(await sharedBrowser(), {
      ...PHONE,
      colorScheme: 'dark',
    });
    await phone.goto(new URL(new URL(link).pathname, address).href);
    await phone.getByRole('heading', { name: 'Draw your signature' }).waitFor();
    await button(phone, 'Use this signature').tap();
    await phone.getByText('more than a dot').waitFor();
    await drawByTouch(phone);
    await inspect(phone, 'in-document-phone-2-pad');
    expect(await padShare(phone)).toBeGreaterThan(0.4);
    await phone.setViewportSize({ width: 780, height: 360 });
    await inspect(phone, 'in-document-phone-2-sideways');
    expect(await padShare(phone)).toBeGreaterThan(0.35);
    await phone.setViewportSize({ width: 360, height: 780 });
    expect(await fitsNarrowAndLarge(phone)).toEqual({ narrow: true, large: true });
    await phone.context().setOffline(true);
    await button(phone, 'Use this signature').tap();
    await phone.getByText('Your drawing is still here').waitFor();
    await phone.context().setOffline(false);
    await button(phone, 'Use this signature').tap();
    await phone.getByRole('heading', { name: 'Your drawing is on your computer' }).waitFor();
    await inspect(phone, 'in-document-phone-3-sent');

    await untilTold(desk, 'This was drawn on your phone');
    await inspect(desk, 'in-document-phone-4-drawn');
    await button(desk, 'Use this signature').click();
    await untilTold(desk, 'Everything is filled in');
    await desk.locator('.place.signature .ink').waitFor();
    await desk.getByRole('link', { name: 'Continue' }).click();
    await signNow(desk);
    await phone.reload();
    await phone.getByRole('heading', { name: 'This code no longer works' }).waitFor();
    await inspect(phone, 'in-document-phone-5-over');
    // Except for what the browsers report about lost connections, and the page that is gone.
    const isExpected = (failure: string) => /ERR_INTERNET_DISCONNECTED|410/.test(failure);
    expect([...failures, ...phoneFailures].filter((failure) => !isExpected(failure))).toEqual([]);
    await desk.context().close();
    await phone.context().close();
    expect(await signed()).toEqual(['Miller', 'AE', 'yes']);
    expect(await lines()).toBeGreaterThan(10);
  }, 120_000);
});
