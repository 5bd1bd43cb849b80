import { type Browser, type Locator, type Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, hasFocus, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { faxPdf, textOf, textPdf } from '../support/pdf-samples.js';
import { HAS_INK, readDocument, signInDocument } from '../support/signing-browser.js';
import { ANNA, JONAS, type NewSigner, sendPdf } from '../support/signing-requests.js';
import { until } from '../support/until.js';

/** Runs in the browser: the lines of the statement that the bar at the foot of the screen covers in part. */
const HALF_COVERED_LINES = `(() => {
  const words = document.querySelector('.consent span');
  const bar = document.querySelector('.actions .button').getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(words);
  return [...range.getClientRects()]
    .filter(({ top, bottom }) => top < bar.bottom && bottom > bar.top && top < innerHeight)
    .map(({ top, bottom }) => top + ' to ' + bottom);
})()`;

describe('signing in a browser', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;
  let browser: Browser;
  let threePages: Buffer;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
    threePages = await textPdf(3);
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  const send = (type: string, signers: NewSigner[], pdf?: Buffer) =>
    sendPdf(acme, type, signers, pdf ?? threePages, {
      messageContent: 'Dear both,\n\nhere is the lease.',
      senderName: 'Clara Winter',
    });

  const button = (page: Page, name: string): Locator => page.getByRole('button', { name });

  it('takes two signers on phones from the invitation to the completed document', async () => {
    const { path, status } = await send('fast', [ANNA, JONAS]);
    for (const [index, { email }] of [ANNA, JONAS].entries()) {
      const { page, failures } = await openPage(browser);
      await page.goto(await mailbox.waitForSigningLink(email));
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(
        'Meridian Notaries has asked you',
      );
      await inspect(page, `sign-fast-${index + 1}-1-landing`);
      await page.getByRole('link', { name: 'Read the document' }).click();
      await page.locator('.document-page canvas').first().waitFor();
      await inspect(page, `sign-fast-${index + 1}-2-document`);
      // The first signer's mark is on its own page, after those of the document.
      await readDocument(page, 3 + index);
      await page.getByRole('link', { name: 'I have read it' }).click();
      expect(await page.evaluate<string[]>(HALF_COVERED_LINES)).toEqual([]);
      await page.getByRole('checkbox').check();
      await inspect(page, `sign-fast-${index + 1}-3-consent`);
      await button(page, 'Sign now').click();
      await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
      await page
        .getByRole('link', { name: index === 0 ? 'Download' : 'Download the signed document' })
        .waitFor();
      await inspect(page, `sign-fast-${index + 1}-4-done`);
      if (index === 0) expect(await status()).toBe('partially_signed');
      expect(failures).toEqual([]);
      await page.context().close();
    }
    await until('the request is completed', async () => (await status()) === 'completed');
    const words = (await textOf((await acme.api.get(`${path}/document/signed`)).body)).join('\n');
    for (const { name } of [ANNA, JONAS]) expect(words).toContain(name);
  }, 120_000);

  inDepth('accepts a code and a drawn signature, and reports errors', async () => {
    const email = 'drawn@signers.test';
    const { status } = await send('advanced', [{ email, name: 'Anna Maria Eriksson' }]);
    const { page, failures } = await openPage(browser);
    await page.goto(await mailbox.waitForSigningLink(email));
    await page.setViewportSize(DESK.viewport!);
    const begins = async (place: Locator) => Math.round((await place.boundingBox())!.x);
    expect(await begins(button(page, 'Send me a code'))).toBe(await begins(page.locator('h1')));
    await page.setViewportSize(PHONE.viewport!);
    await button(page, 'Send me a code').click();
    await page.getByLabel('Code from the email').waitFor();
    expect(await hasFocus(page.getByLabel('Code from the email'))).toBe(true);
    await inspect(page, 'sign-advanced-1-code');
    const code = await mailbox.waitForCode(email);
    await page
      .getByLabel('Code from the email')
      .fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    await button(page, 'Continue').click();
    await page.getByRole('alert').waitFor();
    await inspect(page, 'sign-advanced-2-wrong-code');
    await page.getByLabel('Code from the email').fill(code);
    await button(page, 'Continue').click();
    await readDocument(page, 3);

    await button(page, 'Next field').waitFor();
    await signInDocument(page);
    await button(page, 'Sign now').click();
    const problem = page.getByRole('link', { name: 'tick the box to say that you agree' });
    await problem.waitFor();
    await inspect(page, 'sign-advanced-3-mend');
    expect(await page.locator('[name=strokes]').inputValue()).toMatch(/^\[\[/);
    await page.getByRole('checkbox').check();
    expect(await problem.count()).toBe(0);
    await inspect(page, 'sign-advanced-4-drawn');
    await button(page, 'Sign now').click();
    await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
    await until('the request is completed', async () => (await status()) === 'completed');
    expect(failures.filter((failure) => !failure.includes('400'))).toEqual([]);
    await page.context().close();
  });

  inDepth('accepts a typed signature with the keyboard alone', async () => {
    const email = 'typed@signers.test';
    const { path, status } = await send('in_person', [{ email, name: 'Anna Maria Eriksson' }]);
    const { page } = await openPage(browser, { ...PHONE, locale: 'es' });
    await page.goto(`${await mailbox.waitForSigningLink(email)}/consent`);
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
    await page.getByRole('heading', { name: /Ha firmado|Todas las personas han firmado/ }).waitFor();
    await until('the request is completed', async () => (await status()) === 'completed');
    const words = (await textOf((await acme.api.get(`${path}/document/signed`)).body)).join('\n');
    expect(words).toContain('Hugo Host');
    await page.context().close();
  });

  inDepth('signs without scripts', async () => {
    const email = 'plain@signers.test';
    const { status } = await send('in_person', [{ email, name: 'Anna Maria Eriksson' }]);
    const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
    await page.goto(await mailbox.waitForSigningLink(email));
    await page.getByRole('link', { name: 'Read the document' }).click();
    await page.getByRole('link', { name: 'Open the document' }).waitFor();
    await page.getByRole('link', { name: 'I have read it' }).click();
    expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Anna Maria Eriksson');
    expect(await page.locator('#pad').isVisible()).toBe(false);
    await page.getByLabel('Name of the host').fill('Hugo Host');
    await page.getByRole('checkbox').check();
    await button(page, 'Sign now').click();
    await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
    await until('the request is completed', async () => (await status()) === 'completed');
    await page.context().close();
  });

  inDepth('shows scanned pages with fax compression', async () => {
    const email = 'scan@signers.test';
    await send('fast', [{ email, name: 'Anna Maria Eriksson' }], faxPdf());
    const { page, failures } = await openPage(browser);
    await page.goto(`${await mailbox.waitForSigningLink(email)}/document`);
    await page.locator('.document-page canvas').waitFor();
    expect(await page.evaluate<boolean>(HAS_INK)).toBe(true);
    expect(failures).toEqual([]);
    await page.context().close();
  });

  inDepth('declines a request after a confirmation', async () => {
    const email = 'declines@signers.test';
    const { status } = await send('fast', [{ email, name: 'Anna Maria Eriksson' }]);
    const { page } = await openPage(browser);
    await page.goto(await mailbox.waitForSigningLink(email));
    await page.getByRole('link', { name: 'Decline' }).click();
    await inspect(page, 'sign-decline-1');
    await page.getByLabel('Why are you declining?').fill('The rent in section 4 is wrong.');
    await button(page, 'Continue').click();
    await inspect(page, 'sign-decline-2');
    await button(page, 'Decline to sign').click();
    await page.getByRole('heading', { name: 'You have declined to sign' }).waitFor();
    await inspect(page, 'sign-decline-3');
    expect(await status()).toBe('rejected');
    await page.context().close();
  });

  inDepth('hands over to a colleague, who signs', async () => {
    const email = 'passes@signers.test';
    const { path, status } = await sendPdf(acme, 'fast', [{ ...ANNA, email }], threePages, {
      allowHandOver: true,
    });
    const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
    await page.goto(await mailbox.waitForSigningLink(email));
    await page.getByRole('link', { name: 'Somebody else should sign' }).click();
    await page.getByLabel('Their full name').fill('Mira Okafor');
    await button(page, 'Hand over').click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Their full name').inputValue()).toBe('Mira Okafor');
    await page.getByLabel('Their email address').fill('mira@signers.test');
    await page.getByLabel('Why should they sign').fill('I am on leave until May.');
    await button(page, 'Hand over').click();
    await page.getByRole('heading', { name: 'You have handed this over' }).waitFor();
    await page.context().close();

    const { page: colleague, failures } = await openPage(browser);
    await colleague.goto(await mailbox.waitForSigningLink('mira@signers.test'));
    await colleague.getByText('I am on leave until May.').waitFor();
    await inspect(colleague, 'sign-handed-over');
    await colleague.getByRole('link', { name: 'Read the document' }).click();
    await readDocument(colleague, 3);
    await colleague.getByRole('link', { name: 'I have read it' }).click();
    await colleague.getByRole('checkbox').check();
    await button(colleague, 'Sign now').click();
    await colleague.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
    await until('the request is completed', async () => (await status()) === 'completed');
    const words = (await textOf((await acme.api.get(`${path}/document/signed`)).body)).join('\n');
    expect(words).toContain('Mira Okafor');
    expect(words).not.toContain(ANNA.name);
    expect(failures).toEqual([]);
    await colleague.context().close();
  });
});
