import { type Browser, type Locator, type Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import {
  accessibilityFaults,
  fitsWidth,
  launchBrowser,
  openPage,
  PHONE,
  takePicture,
} from '../support/browser.js';
import { Mailbox } from '../support/mailbox.js';
import { faxPdf, textOf, textPdf } from '../support/pdf-samples.js';
import { until } from '../support/until.js';

const ANNA = { email: 'anna@signers.test', name: 'Anna Maria Eriksson' };
const JONAS = { email: 'jonas@signers.test', name: 'Jonas Brandt' };

describe('signing in a browser', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;
  let browser: Browser;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await test.close();
    await mailbox.stop();
  });

  /** Uploads a real PDF of three pages and sends it. @returns the request's path */
  async function send(type: string, signers: object[], pdf?: Buffer): Promise<string> {
    const draft = await acme.api.post('/api/v1/signatures', {
      type,
      originalDocumentName: 'Lease agreement',
      originalDocumentType: 'application/pdf',
      originalDocumentExtension: 'pdf',
    });
    const path = `/api/v1/signatures/${draft.body.id}`;
    const upload = { headers: { 'content-type': 'application/pdf' } };
    const uploaded = await acme.api.put(`${path}/document`, pdf ?? (await textPdf(3)), upload);
    expect(uploaded).toMatchObject({ status: 200, body: { documentStatus: 'ready' } });
    const options = {
      signers,
      messageContent: 'Dear both,\n\nhere is the lease.',
      senderName: 'Clara Winter',
    };
    expect((await acme.api.post(`${path}/send`, options)).status).toBe(200);
    return path;
  }

  const statusOf = async (path: string) => (await acme.api.get(`${path}/status`)).body.status as string;

  /** The link in the newest mail to the address. */
  async function linkFor(email: string, seen: number): Promise<string> {
    const mailsTo = () => mailbox.mails.filter(({ recipients }) => recipients.includes(email));
    const text = await until('the invitation arrives', () => mailsTo()[seen]?.text);
    return /http\S+\/sign\/[0-9a-f]{64}/.exec(text!)![0];
  }

  const button = (page: Page, name: string): Locator => page.getByRole('button', { name });

  async function readDocument(page: Page): Promise<void> {
    await page
      .getByRole('region', { name: 'Page 1 of 3' })
      .getByRole('paragraph')
      .getByText('This is page 1')
      .waitFor({ state: 'attached' });
    const canvas = page.locator('.document-page canvas').first();
    await canvas.waitFor();
    expect(await page.evaluate<boolean>(HAS_INK)).toBe(true);
    expect(await page.locator('.document-page').count()).toBe(3);
    await page.getByRole('link', { name: 'I have read it' }).click();
  }

  async function draw(page: Page): Promise<void> {
    const pad = page.locator('#pad');
    // Clear of the bar with the button, which stays at the bottom of the screen.
    await page.evaluate(`document.querySelector('#pad').scrollIntoView({ block: 'center' })`);
    const box = (await pad.boundingBox())!;
    const at = (x: number, y: number) => page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    await at(0.15, 0.6);
    await page.mouse.down();
    for (let step = 1; step <= 40; step++) {
      await at(0.15 + (0.7 * step) / 40, 0.55 + 0.28 * Math.sin(step / 2.2) * Math.cos(step / 9));
    }
    await page.mouse.up();
  }

  it('takes two signers on phones from the invitation to the completed document', async () => {
    const path = await send('fast', [ANNA, JONAS]);
    for (const [index, { email }] of [ANNA, JONAS].entries()) {
      const { page, failures } = await openPage(browser);
      await page.goto(await linkFor(email, 0));
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(
        'Meridian Notaries asks you',
      );
      await inspect(page, `sign-fast-${index + 1}-1-landing`);
      await page.getByRole('link', { name: 'Read the document' }).click();
      await page.locator('.document-page canvas').first().waitFor();
      await inspect(page, `sign-fast-${index + 1}-2-document`);
      await readDocument(page);
      await page.getByRole('checkbox').check();
      await inspect(page, `sign-fast-${index + 1}-3-consent`);
      await button(page, 'Sign now').click();
      await page.getByRole('heading', { name: /You have signed|Everybody has signed/ }).waitFor();
      await inspect(page, `sign-fast-${index + 1}-4-done`);
      if (index === 0) expect(await statusOf(path)).toBe('partially_signed');
      expect(failures).toEqual([]);
      await page.context().close();
    }
    await until('the request is completed', async () => (await statusOf(path)) === 'completed');
    const words = (await textOf((await acme.api.get(`${path}/document/signed`)).body)).join('\n');
    for (const { name } of [ANNA, JONAS]) expect(words).toContain(name);
  });

  it('takes a code and a drawn signature, and tells what must be mended', async () => {
    const email = 'drawn@signers.test';
    const path = await send('advanced', [{ email, name: 'Anna Maria Eriksson' }]);
    const { page, failures } = await openPage(browser);
    await page.goto(await linkFor(email, 0));
    await button(page, 'Send me the code').click();
    await page.getByLabel('Code from the e-mail').waitFor();
    await inspect(page, 'sign-advanced-1-code');
    const mail = await mailbox.waitFor(
      ({ recipients, text }) => recipients.includes(email) && /^\s*\d{6}\s*$/m.test(text!),
    );
    const code = /^\s*(\d{6})\s*$/m.exec(mail.text!)![1]!;
    await page
      .getByLabel('Code from the e-mail')
      .fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    await button(page, 'Continue').click();
    await page.getByRole('alert').waitFor();
    await inspect(page, 'sign-advanced-2-wrong-code');
    await page.getByLabel('Code from the e-mail').fill(code);
    await button(page, 'Continue').click();
    await readDocument(page);

    await button(page, 'Sign now').click();
    await page.getByRole('alert').waitFor();
    await inspect(page, 'sign-advanced-3-mend');
    await draw(page);
    await button(page, 'Sign now').click();
    await page.getByRole('link', { name: 'Please tick that you agree' }).waitFor();
    expect(await page.locator('[data-strokes]').inputValue()).toMatch(/^\[\[/);
    await page.getByRole('checkbox').check();
    await inspect(page, 'sign-advanced-4-drawn');
    await button(page, 'Sign now').click();
    await page.getByRole('heading', { name: /You have signed|Everybody has signed/ }).waitFor();
    await until('the request is completed', async () => (await statusOf(path)) === 'completed');
    expect(failures.filter((failure) => !failure.includes('400'))).toEqual([]);
    await page.context().close();
  });

  it('takes a typed signature by keyboard alone', async () => {
    const email = 'typed@signers.test';
    const path = await send('in_person', [{ email, name: 'Anna Maria Eriksson' }]);
    const { page } = await openPage(browser, { ...PHONE, locale: 'es' });
    await page.goto(`${await linkFor(email, 0)}/consent`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Firmar');
    await page.getByRole('radio', { name: 'Dibujar' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('A. M. Eriksson');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Hugo Host');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await inspect(page, 'sign-in-person-typed');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Ha firmado|Todos han firmado/ }).waitFor();
    await until('the request is completed', async () => (await statusOf(path)) === 'completed');
    const words = (await textOf((await acme.api.get(`${path}/document/signed`)).body)).join('\n');
    expect(words).toContain('Hugo Host');
    await page.context().close();
  });

  it('works without scripts', async () => {
    const email = 'plain@signers.test';
    const path = await send('in_person', [{ email, name: 'Anna Maria Eriksson' }]);
    const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
    await page.goto(await linkFor(email, 0));
    await page.getByRole('link', { name: 'Read the document' }).click();
    await page.getByRole('link', { name: 'Open the document' }).waitFor();
    await page.getByRole('link', { name: 'I have read it' }).click();
    expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Anna Maria Eriksson');
    expect(await page.locator('#pad').isVisible()).toBe(false);
    await page.getByLabel('Name of the host').fill('Hugo Host');
    await page.getByRole('checkbox').check();
    await button(page, 'Sign now').click();
    await page.getByRole('heading', { name: /You have signed|Everybody has signed/ }).waitFor();
    await until('the request is completed', async () => (await statusOf(path)) === 'completed');
    await page.context().close();
  });

  it('shows scanned pages, whose pictures are packed as faxes are', async () => {
    const email = 'scan@signers.test';
    await send('fast', [{ email, name: 'Anna Maria Eriksson' }], faxPdf());
    const { page, failures } = await openPage(browser);
    await page.goto(`${await linkFor(email, 0)}/document`);
    await page.locator('.document-page canvas').waitFor();
    expect(await page.evaluate<boolean>(HAS_INK)).toBe(true);
    expect(failures).toEqual([]);
    await page.context().close();
  });

  it('declines after asking once more', async () => {
    const email = 'declines@signers.test';
    const path = await send('fast', [{ email, name: 'Anna Maria Eriksson' }]);
    const { page } = await openPage(browser);
    await page.goto(await linkFor(email, 0));
    await page.getByRole('link', { name: 'Decline' }).click();
    await inspect(page, 'sign-decline-1');
    await page.getByLabel('Why do you decline?').fill('The rent in section 4 is wrong.');
    await button(page, 'Continue').click();
    await inspect(page, 'sign-decline-2');
    await button(page, 'Decline for good').click();
    await page.getByRole('heading', { name: 'You have declined' }).waitFor();
    await inspect(page, 'sign-decline-3');
    expect(await statusOf(path)).toBe('rejected');
    await page.context().close();
  });
});

async function inspect(page: Page, name: string): Promise<void> {
  await takePicture(page, name);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
}

/** Whether anything darker than paper was drawn; in the browser, whose types this program does not have. */
const HAS_INK = `(() => {
  const canvas = document.querySelector('.document-page canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value, index) => index % 4 !== 3 && value < 128);
})()`;
