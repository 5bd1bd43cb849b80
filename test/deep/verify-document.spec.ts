import { type Browser, type BrowserContextOptions, type Page, type Request } from 'playwright-core';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import {
  accessibilityFaults,
  DESK,
  fitsWidth,
  openPage,
  PHONE,
  sharedBrowser,
  takePicture,
} from '../support/browser.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { changedAfterwards, sealedPdf } from '../support/signed-pdfs.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

describe('checking a document in a browser', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;
  /** Signed by two people and sealed by this service. */
  let ours: Buffer;
  /** Sealed by another service. */
  let theirs: Buffer;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
    for (const visitor of request.visitors) await visitor.sign();
    await until('the request is completed', async () => (await request.status()) === 'completed');
    ours = (await acme.api.get(`${request.path}/document/signed`)).body;
    theirs = await sealedPdf(await textPdf(3), await newSealingKey('p256'));
  });

  const choose = (page: Page, buffer: Buffer) =>
    page.getByLabel('Choose a PDF').setInputFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer });
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });

  async function look(page: Page, name: string): Promise<void> {
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);
    await takePicture(page, name);
  }

  it('sends the fingerprint, and the file only on request', async () => {
    const { context, page, failures } = await openPage(browser);
    const sent: Request[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request));
    await page.goto(`${test.url}/verify-document`);
    await look(page, 'check-1-choose');
    await choose(page, ours);
    await page.getByText('Meridian Notaries sealed this exact file here').waitFor();
    expect(await page.getByText('2 people had signed it').count()).toBe(1);
    await look(page, 'check-2-known');
    const hash = sha256(ours).toString('hex');
    expect(sent.map((request) => [new URL(request.url()).pathname, request.postDataJSON()])).toEqual([
      ['/verify-document/hash', { sha256: hash }],
    ]);
    await page.getByRole('button', { name: 'Check its signatures' }).click();
    await heading(page).filter({ hasText: 'Unchanged since Meridian Notaries sealed it on' }).waitFor();
    expect(await page.getByText('an organization on this service').count()).toBe(1);
    expect(await page.getByText(hash).count()).toBe(1);
    await look(page, 'check-3-ours');
    expect(sent.map((request) => new URL(request.url()).pathname)).toEqual([
      '/verify-document/hash',
      '/verify-document',
    ]);
    expect(failures).toEqual([]);
    await context.close();
  });

  async function tellsWhatWasChanged(name: string, options: BrowserContextOptions): Promise<void> {
    const { context, page } = await openPage(browser, options);
    await page.goto(`${test.url}/verify-document`);
    await choose(page, theirs);
    await page.getByText('This service did not seal this exact file').waitFor();
    await look(page, `check-4-unknown-${name}`);
    await page.getByRole('button', { name: 'Check its signatures' }).click();
    await heading(page).filter({ hasText: 'in the name of “Acme”' }).waitFor();
    expect(await page.getByText('which this service does not know').count()).toBe(1);
    expect(await page.getByText(/trusted/i).count()).toBe(0);
    await look(page, `check-5-theirs-${name}`);
    await page.getByRole('link', { name: 'Check another document' }).click();
    const changed = await changedAfterwards(ours, (pdf) => void pdf.addPage({ size: 'a4' }));
    await choose(page, changed);
    await page.getByText('This service did not seal this exact file').waitFor();
    await page.getByRole('button', { name: 'Check its signatures' }).click();
    await heading(page).filter({ hasText: 'Changed after it was signed' }).waitFor();
    expect(await page.getByText(/A page was added later: now page \d/).count()).toBe(1);
    await look(page, `check-6-changed-${name}`);
    await context.close();
  }
  it('shows what was changed, and which signer is unknown', () => tellsWhatWasChanged('phone', PHONE));
  inDepth('shows what was changed on a dark desktop', () =>
    tellsWhatWasChanged('desk', { ...DESK, colorScheme: 'dark' }),
  );

  inDepth('checks a document with the keyboard alone, and explains problems with a file', async () => {
    const { context, page } = await openPage(browser, DESK);
    await page.goto(`${test.url}/verify-document`);
    const focused = () =>
      page.evaluate<string>('document.activeElement.id || document.activeElement.textContent');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('file');
    await choose(page, Buffer.from('Dear Jane'));
    await page.getByText('This service did not seal this exact file').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('Check its signatures');
    await page.keyboard.press('Enter');
    await heading(page).filter({ hasText: 'This file cannot be read' }).waitFor();
    await look(page, 'check-7-unreadable');
    await context.close();
  });

  inDepth('checks a document without scripts, in Spanish, and without a secure connection', async () => {
    const { context, page } = await openPage(browser, {
      ...PHONE,
      javaScriptEnabled: false,
      locale: 'es-ES',
    });
    await page.goto(`${test.url}/verify-document`);
    await takePicture(page, 'check-8-without-script');
    await page
      .getByLabel('Elija un PDF')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: ours });
    await page.getByRole('button', { name: 'Comprobar sus firmas' }).click();
    await heading(page).filter({ hasText: 'Sin cambios desde que Meridian Notaries lo selló' }).waitFor();
    await takePicture(page, 'check-9-without-script');
    await context.close();
    const insecure = await openPage(browser, DESK);
    await insecure.page.addInitScript(
      'Object.defineProperty(Crypto.prototype, "subtle", { value: undefined })',
    );
    await insecure.page.addInitScript('delete Crypto.prototype.subtle');
    await insecure.page.goto(`${test.url}/verify-document`);
    await choose(insecure.page, ours);
    await insecure.page.getByText('only over a secure connection').waitFor();
    await insecure.context.close();
  });
});
