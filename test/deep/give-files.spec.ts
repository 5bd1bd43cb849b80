import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { button, untilTold } from '../support/document-signing.js';
import { plainPicture, sendProofs } from '../support/given-files.js';
import { openingPdf, textPdf } from '../support/pdf-samples.js';
import { type SigningVisitor } from '../support/signing-visitor.js';

const MINUTES = 4 * 60_000;
const PDF = 'application/pdf';

describe('giving files', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;
  let payslip: Buffer;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
    payslip = await textPdf(1, 'Payslip');
  });

  async function open(visitor: SigningVisitor, device: BrowserContextOptions) {
    const opened = await openPage(browser, device);
    await opened.page.goto(`${test.url}/sign/${visitor.token}/document`);
    return opened;
  }

  /** Chooses files where the control with the focus is, by the keyboard alone. */
  async function chooseByKey(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Space');
    await (await chooser).setFiles(files);
  }

  const namesOf = async (path: string) =>
    ((await acme.api.get(`${path}/attachments`)).body.items as { key: string; name: string }[]).map(
      ({ key, name }) => `${key} ${name}`,
    );

  async function agree(page: Page, picture: string): Promise<void> {
    await page.waitForURL(/consent$/);
    await inspect(page, picture);
    await page.locator('#agree').check();
    await page.locator('.actions button').click();
    await page.waitForURL(/done$/);
    await page.context().close();
  }

  it(
    'works on a phone with the keyboard alone',
    async () => {
      const { path, tenant } = await sendProofs(test, acme);
      const { page, failures } = await open(tenant, { ...PHONE, colorScheme: 'dark' });
      await untilTold(page, '0 of 1 required');
      await inspect(page, 'files-phone-1-open');
      await page.locator('#entry-proofs').focus();
      const program = openingPdf('/S /Launch /F (calc.exe)');
      await chooseByKey(page, [{ name: 'Program.pdf', mimeType: PDF, buffer: program }]);
      await page.getByText('This PDF contains a script').waitFor();
      await inspect(page, 'files-phone-2-refused');
      await page.locator('#entry-proofs').focus();
      await chooseByKey(page, [
        { name: 'January.pdf', mimeType: PDF, buffer: payslip },
        { name: 'February.pdf', mimeType: PDF, buffer: await textPdf(2, 'Payslip') },
      ]);
      await page.getByText('February.pdf').waitFor();
      await untilTold(page, 'Everything is filled in');
      expect(await page.getByText('This PDF contains a script').count()).toBe(0);
      await inspect(page, 'files-phone-3-given');
      await page.getByRole('button', { name: 'Remove January.pdf' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('January.pdf').waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.id')).toBe('entry-proofs');
      await page.getByLabel('Photo of the keys').focus();
      const keys = await plainPicture('#c81e1e', 600, 300);
      await chooseByKey(page, [{ name: 'keys.png', mimeType: 'image/png', buffer: keys }]);
      await page.locator('img[data-picture-of=photo]').waitFor();
      await page.reload();
      await page.getByText('February.pdf').waitFor();
      await page.getByRole('radio', { name: 'Document' }).check();
      await page.locator('.place[data-kind=image].filled image').waitFor({ state: 'attached' });
      await inspect(page, 'files-phone-4-document');
      await page.locator('[data-go-on]').click();
      expect(failures.filter((failure) => !failure.includes('400'))).toEqual([]);
      await agree(page, 'files-phone-5-review');
      expect(await namesOf(path)).toEqual(['proofs February.pdf', 'photo keys.png']);
    },
    MINUTES,
  );

  it(
    'works with the mouse where pictures stand in the document',
    async () => {
      const { path, tenant, landlord } = await sendProofs(test, acme);
      const { page, failures } = await open(tenant, DESK);
      await page.locator('.document-page canvas').first().waitFor();
      await inspect(page, 'files-desk-1-open');
      const chooser = page.waitForEvent('filechooser');
      await page.locator('.place[data-kind=stamp] button').click();
      const stamp = await plainPicture('#1e3cc8', 300, 300);
      // Drafts are saved by fetch.
      const sent = page.waitForRequest(
        (request) => request.resourceType() === 'xhr' && request.url().endsWith('/entries'),
      );
      await (await chooser).setFiles([{ name: 'stamp.png', mimeType: 'image/png', buffer: stamp }]);
      // The first thing that this browser does: with a draft saved at the same time it would get two secrets.
      expect((await (await sent).allHeaders()).cookie).toContain('countersign_signer=');
      await page.locator('.place[data-kind=stamp].filled image').waitFor({ state: 'attached' });
      await button(page, 'Next field').click();
      expect(await page.evaluate('document.activeElement.id')).toBe('entry-proofs');
      await page
        .locator('#entry-proofs')
        .setInputFiles([{ name: 'January.pdf', mimeType: PDF, buffer: payslip }]);
      await untilTold(page, 'Everything is filled in');
      await inspect(page, 'files-desk-2-given');
      await page.locator('[data-go-on]').click();
      expect(failures).toEqual([]);
      await agree(page, 'files-desk-3-review');
      expect(await namesOf(path)).toEqual(['company stamp.png', 'proofs January.pdf']);
      const second = await open(landlord, DESK);
      await second.page.locator('.document-page canvas').first().waitFor();
      await inspect(second.page, 'files-desk-4-later-signer');
      await second.page.context().close();
    },
    MINUTES,
  );
});
