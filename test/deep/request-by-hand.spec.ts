import { type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { AccountLinks } from '../../src/organizations/account-links.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { PASSWORD } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { ANNA, JONAS } from '../support/signing-requests.js';
import { until } from '../support/until.js';

describe('a request made by hand in a browser', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;
  let browser: Browser;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const mark = (page: Page, name: RegExp) => page.getByRole('button', { name });
  const numbersOf = async (found: Locator) =>
    [...(await found.locator('.unseen').textContent())!.matchAll(/\d+/g)].map(([digits]) => Number(digits));

  async function signIn(page: Page): Promise<void> {
    const { organizationId, ownerEmail } = acme;
    const links = test.app.get(AccountLinks);
    const link = test.app.get(Transactions).run((tx) => links.create(tx, organizationId, ownerEmail));
    await page.goto(await link);
    await page.getByLabel('New password').fill(PASSWORD);
    await button(page, 'Save and open the dashboard').click();
    await heading(page, 'Overview');
  }

  async function look(page: Page, name: string): Promise<void> {
    await inspect(page, name);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
  }

  async function drag(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
    await from.hover();
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  }

  /** A point on a page's sheet, scrolled to the middle of the window. */
  async function pointOn(page: Page, number: number, across: number, down: number) {
    const sheet = page.locator('.document-page').nth(number - 1);
    const before = (await sheet.boundingBox())!;
    const middle = page.viewportSize()!.height / 2;
    await page.evaluate(`scrollBy(0, ${before.y + down * before.height - middle})`);
    const { x, y, width, height } = (await sheet.boundingBox())!;
    return { x: x + across * width, y: y + down * height };
  }

  async function describeRequest(page: Page): Promise<void> {
    await page.getByRole('navigation').getByRole('link', { name: 'Signatures' }).click();
    await page.getByRole('link', { name: 'New request' }).click();
    await look(page, 'by-hand-1-new');
    const odd = { name: 'Lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from('not a document') };
    await page.getByLabel('Choose the document').setInputFiles(odd);
    await page.getByText('Lease.pdf is ready to send').waitFor();
    await button(page, 'Upload and continue').click();
    await page.getByText('Only PDF, DOCX, PNG and JPEG documents can be signed.').waitFor();
    await look(page, 'by-hand-2-refused');
    await page.getByLabel('Choose the document').setInputFiles({ ...odd, buffer: await textPdf(2) });
    await button(page, 'Upload and continue').click();
    await heading(page, 'Signers and message');
    await page.getByLabel('Email address').fill('anna@wrong.test');
    await page.getByLabel('Name (optional)').fill(ANNA.name!);
    await button(page, 'Add a person').click();
    await page.getByLabel('Email address').nth(1).fill('jonas');
    await page.getByLabel('Name (optional)').nth(1).fill(JONAS.name!);
    await page.getByLabel('Message (optional)').fill('Dear both,\n\nhere is the lease.');
    await look(page, 'by-hand-3-usual');
    await page.getByText('Deadline, reminders, copies and more').click();
    await page.getByLabel('Deadline').fill('2099-02-03');
    await page.getByLabel('Days between reminders').fill('0');
    await page.getByLabel('Copies to').fill('legal@meridian.test');
    await page.getByLabel('Sender’s name').fill('Meridian, Leases');
    await page.evaluate("document.querySelector('form.prepare').noValidate = true");
    await button(page, 'Save and continue').last().click();
    await page.getByText('Enter an email address such as name@example.com').waitFor();
    await page.getByText('a whole number from 1 to 90').waitFor();
    await look(page, 'by-hand-3-signers');
    await page.getByLabel('Days between reminders').fill('3');
    await page.getByLabel('Email address').nth(1).fill(JONAS.email);
    await button(page, 'Save and continue').last().click();
    await heading(page, 'Fields');
    await page.locator('.document-page canvas').first().waitFor();
  }

  async function placeWithMouse(page: Page): Promise<void> {
    await drag(page, button(page, 'Signature'), await pointOn(page, 1, 0.4, 0.5));
    const annas = mark(page, /^Signature for Anna/);
    expect((await numbersOf(annas))[0]).toBe(1);
    const [, x, y] = await numbersOf(annas);
    const from = (await annas.boundingBox())!;
    await drag(page, annas, { x: from.x + from.width / 2 + 100, y: from.y - 150 });
    const [, movedX, movedY] = await numbersOf(annas);
    expect(movedX).toBeGreaterThan(x!);
    expect(movedY).toBeLessThan(y!);
    const before = (await annas.boundingBox())!;
    const wider = { x: before.x + before.width + 60, y: before.y + before.height + 20 };
    await drag(page, annas.locator('[data-field-handle]'), wider);
    expect((await annas.boundingBox())!.width).toBeGreaterThan(before.width + 40);
    await page.getByLabel('Fields for').selectOption({ label: `2 · ${JONAS.name}` });
    await button(page, 'Text').click();
    const at = await pointOn(page, 1, 0.3, 0.75);
    await page.mouse.click(at.x, at.y);
    await page.getByLabel('Label, for the signer').fill('Number of keys');
    await page.getByRole('heading', { name: 'Text on page 1' }).click();
    await mark(page, /^Text for Jonas.*Number of keys$/).waitFor();
  }

  async function placeWithKeyboard(page: Page): Promise<void> {
    await button(page, 'Date').focus();
    await page.keyboard.press('Enter');
    const date = mark(page, /^Date for Jonas/);
    const [sheet, x, y] = await numbersOf(date);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    expect(await numbersOf(date)).toEqual([sheet, x! + 2, y! + 20]);
    await page.keyboard.press('PageDown');
    expect(await numbersOf(date)).toEqual([2, x! + 2, y! + 20]);
    const said = `Page 2, ${x! + 2} points from the left, ${y! + 20} from the top`;
    expect(await page.locator('[data-field-said]').textContent()).toBe(said);
    await page.keyboard.press('Delete');
    expect(await date.count()).toBe(0);
    await page.keyboard.press('Control+z');
    expect(await numbersOf(date)).toEqual([2, x! + 2, y! + 20]);
  }

  /**
   * For half a second after a finger has dragged something, Chromium turns no tap into a click; a person taps again.
   */
  async function tapAfterDrag(target: Locator, outcome: Locator): Promise<void> {
    await until('the tap is taken', async () => {
      if (await outcome.isVisible()) return true;
      await target.tap({ timeout: 1_000 }).catch(() => undefined);
      return false;
    });
  }

  async function placeByTouch(desk: BrowserContext, address: string): Promise<void> {
    const state = await desk.storageState();
    const phone = await openPage(browser, { ...PHONE, colorScheme: 'dark', storageState: state });
    const { page } = phone;
    await page.goto(address);
    await page.locator('.document-page canvas').first().waitFor();
    await button(page, 'Checkbox').tap();
    const at = await pointOn(page, 1, 0.5, 0.55);
    await page.touchscreen.tap(at.x, at.y);
    const box = mark(page, /^Checkbox for Anna/);
    const [, x, y] = await numbersOf(box);
    const finger = await phone.context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [at]);
    for (const share of [0.3, 0.6, 1])
      await touch('touchMove', [{ x: at.x - 60 * share, y: at.y - 40 * share }]);
    await touch('touchEnd', []);
    const [, movedX, movedY] = await numbersOf(box);
    expect(movedX).toBeLessThan(x!);
    expect(movedY).toBeLessThan(y!);
    await look(page, 'by-hand-5-phone');
    await tapAfterDrag(
      button(page, 'Save and continue'),
      page.getByRole('heading', { name: 'Check and send' }),
    );
    await look(page, 'by-hand-6-check-phone');
    expect(phone.failures).toEqual([]);
    await phone.context.close();
  }

  /** Looks at each mail and screen of the first signer, where nothing can be acted on. */
  async function seeAsSigner(page: Page): Promise<void> {
    const shown = page.frameLocator('iframe');
    const address = page.url();
    const next = (screen: string) => page.getByRole('link', { name: screen, exact: true }).click();
    await shown.getByRole('link', { name: 'Review and sign' }).click();
    await look(page, 'by-hand-7-preview-mail');
    await next('First page');
    await shown.getByText('Meridian, Leases').waitFor();
    await shown.getByRole('link', { name: 'Read the document' }).click();
    await look(page, 'by-hand-7-preview-landing');
    await next('Document');
    await shown.locator('.place-layer .place').first().waitFor();
    expect(await shown.locator('.place-layer .place').count()).toBe(2);
    await look(page, 'by-hand-7-preview-document');
    await next('Signing');
    await shown.getByRole('checkbox').last().check();
    await shown.getByRole('button', { name: 'Sign now' }).click();
    await look(page, 'by-hand-7-preview-signing');
    await shown.getByRole('button', { name: 'Sign now' }).waitFor();
    expect(page.url().split('?')[0]).toBe(address);
    const signed = "select count(*)::integer as signed from signature_signers where status <> 'pending'";
    expect(await test.dataSource.query(signed)).toEqual([{ signed: 0 }]);
  }

  async function sign(email: string, entries: (page: Page) => Promise<void>): Promise<void> {
    const { context, page } = await openPage(browser);
    await page.goto(`${await mailbox.waitForSigningLink(email)}/consent`);
    await entries(page);
    await page.getByRole('checkbox').last().check();
    await button(page, 'Sign now').click();
    await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
    await context.close();
  }

  it('places fields by mouse, touch and keyboard, then sends, corrects, signs and checks the request', async () => {
    const { context, page, failures } = await openPage(browser, DESK);
    await signIn(page);
    await describeRequest(page);
    await placeWithMouse(page);
    await placeWithKeyboard(page);
    await page.evaluate('scrollTo(0, 0)');
    await look(page, 'by-hand-4-fields');
    const editor = page.url();
    await button(page, 'Save and continue').click();
    await heading(page, 'Check and send');
    await placeByTouch(context, editor);
    await page.goto(`${editor}?table`);
    await look(page, 'by-hand-11-table');
    await page.getByRole('link', { name: 'Check and send' }).click();

    await look(page, 'by-hand-8-check');
    await page.getByRole('link', { name: `Preview ${ANNA.name}` }).click();
    await seeAsSigner(page);
    await page.getByRole('link', { name: 'Check and send' }).click();
    await button(page, 'Send the request').click();
    await page.getByText('The request was sent.').waitFor();
    await look(page, 'by-hand-9-sent');

    const anna = page.getByRole('listitem').filter({ hasText: 'anna@wrong.test' });
    await anna.locator('summary').click();
    await anna.getByLabel('Correct address').fill(ANNA.email);
    await anna.getByRole('button', { name: 'Change the address' }).click();
    await page.getByText('The address was changed').waitFor();
    const jonas = page.getByRole('listitem').filter({ hasText: JONAS.email });
    await jonas.locator('summary').click();
    await jonas.getByRole('button', { name: 'Show this signer’s link' }).click();
    await page.getByText(/\/sign\/\S+/).waitFor();
    await look(page, 'by-hand-10-link');
    await sign(ANNA.email, async () => undefined);
    await sign(JONAS.email, (signing) => signing.getByLabel('Number of keys').fill('Three'));

    const own = page.url().replace(/\/signers.*/, '');
    // Loading the page takes processor time from what it waits for.
    await until(
      'the request is completed',
      async () => {
        await page.goto(own);
        return (await page.getByRole('link', { name: 'Signed PDF', exact: true }).count()) > 0;
      },
      { lookMs: 1_000 },
    );
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Signed PDF', exact: true }).click();
    const file = await (await downloading).path();
    await page.getByRole('link', { name: 'Check document and evidence' }).click();
    await page.getByText('Unchanged since Meridian Notaries sealed it').last().waitFor();
    await look(page, 'by-hand-12-verdict');
    await page.getByRole('link', { name: 'Check a signed PDF' }).click();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('Meridian Notaries sealed this exact file here').waitFor();
    await button(page, 'Check its signatures').click();
    await page
      .getByRole('heading', { level: 1, name: 'Unchanged since Meridian Notaries sealed it' })
      .waitFor();
    expect(failures.filter((failure) => !/400|Blocked form submission/.test(failure))).toEqual([]);
    const entered = "select value from signature_fields where label = 'Number of keys'";
    expect(await test.dataSource.query(entered)).toEqual([{ value: 'Three' }]);
    await context.close();
  }, 240_000);
});
