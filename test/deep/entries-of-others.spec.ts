import { type Browser, type BrowserContextOptions } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ANNA, JONAS, visitorOf } from '../support/signing-requests.js';
import { type SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';

const PRICE = { kind: 'text', label: 'Price', signerEmail: ANNA.email, page: 1 };
const PLACE = { x: 60, y: 200, width: 200, height: 24 };
/** Runs in the browser: the number of dark pixels in the place on the first page as drawn. */
const INK = `(() => {
  const canvas = document.querySelector('.document-page canvas');
  const scale = canvas.width / 595;
  const { data } = canvas.getContext('2d').getImageData(60 * scale, 200 * scale, 200 * scale, 24 * scale);
  let dark = 0;
  for (let index = 0; index < data.length; index += 4) if (data[index] < 128) dark++;
  return dark;
})()`;

describe('the entries of others, in browsers', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
  });

  /** Sends a document in which Anna enters a price; both sign behind it. */
  async function send(): Promise<SigningVisitor[]> {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type: 'fast' })}`;
    const headers = { 'content-type': 'application/pdf' };
    await acme.api.put(`${path}/document`, await textPdf(1), { headers });
    await acme.api.put(`${path}/document/fields`, { fields: [{ ...PRICE, ...PLACE }] });
    const sent = await acme.api.post(`${path}/send`, { signers: [ANNA, JONAS] });
    const ids = sent.body.signers.map(({ id }: { id: number }) => id) as number[];
    return Promise.all(ids.map((id) => visitorOf(test, acme.organizationId, id)));
  }

  async function enterPrice(anna: SigningVisitor): Promise<void> {
    const { html } = await anna.get('consent');
    const [, control] = / name="(field-\d+)"/.exec(html)!;
    expect((await anna.sign({ [control!]: '9,900 euros' })).location).toBe('/done');
  }

  const devices: [string, BrowserContextOptions][] = [
    ['phone', PHONE],
    ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
    ['desk', DESK],
    ['desk-dark', { ...DESK, colorScheme: 'dark' }],
    ['phone-plain', { ...PHONE, javaScriptEnabled: false }],
  ];

  it.each(devices)('shows the entries of others, and the signer agrees to them: %s', async (name, device) => {
    const [anna, jonas] = await send();
    const { context, page } = await openPage(browser, device);
    const hasScripts = device.javaScriptEnabled !== false;
    const look = (screen: string) =>
      hasScripts ? inspect(page, `entries-${screen}-${name}`) : page.title().then(() => undefined);
    const address = `${test.url}/sign/${jonas!.token}`;
    await page.goto(`${address}/consent`);
    await page.getByRole('checkbox').check();
    await enterPrice(anna!);
    await page.getByRole('button', { name: 'Sign now' }).click();
    await page.getByText('Others have signed since you opened this page').waitFor();
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    expect(await page.getByText('9,900 euros').isVisible()).toBe(true);
    await look('again');

    await page.goto(address);
    expect(await page.getByText('Already signed').isVisible()).toBe(true);
    await look('landing');
    await page.goto(`${address}/document`);
    if (hasScripts) {
      await page.locator('.document-page canvas').first().waitFor();
      await until('the price is drawn', async () => (await page.evaluate<number>(INK)) > 50);
      expect(await page.locator('[data-page]').count()).toBe(2);
    } else expect(await page.getByText('9,900 euros').isVisible()).toBe(true);
    await look('document');
    await page.goto(`${address}/text`);
    await look('text');
    await page.goto(`${address}/consent`);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign now' }).click();
    await page.waitForURL('**/done');
    await context.close();
  });
});
