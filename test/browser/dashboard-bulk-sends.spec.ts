import { type BrowserContextOptions, type Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { SIGNATURES } from '../support/samples.js';
import { publishedTemplate, RENT_TEMPLATE } from '../support/templates.js';

const ROWS = 40;
const FAULTY = 10;

/** Every fourth row has an address or a rent that is none. */
const faultyRows = (): string =>
  [
    'reference;tenant.email;Tenant;rent',
    ...Array.from({ length: ROWS }, (_, at) => {
      const isFaulty = at % (ROWS / FAULTY) === 0;
      const email = isFaulty && at % 8 === 0 ? 'nobody' : `t${at}@signers.test`;
      return `r${at};${email};Tenant ${at};${isFaulty && at % 8 !== 0 ? 'a lot' : 1_000 + at}`;
    }),
  ].join('\r\n');

describe('a bulk send in a browser', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    await publishedTemplate(acme, RENT_TEMPLATE);
  });
  afterAll(() => test?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const rows = (text: string) => ({ name: 'rents.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

  /** From a template to the last request, with ten faulty rows in between. */
  async function journey(name: string, options: BrowserContextOptions): Promise<void> {
    const before = (await acme.api.get(SIGNATURES)).body.total as number;
    const { context, page, failures } = await openPage(await sharedBrowser(), options);
    await context.addCookies(
      [...owner.cookies].map(([cookie, value]) => ({ name: cookie, value, url: test.url })),
    );
    const look = (step: string) => inspect(page, `bulk-${step}-${name}`);
    await page.goto(`${test.url}/dashboard/bulk-sends`);
    await look('list-before');
    await page.getByRole('link', { name: 'New bulk send' }).click();
    await page.getByLabel('Name', { exact: true }).fill(`Rents ${name}`);
    await page.getByLabel('Template', { exact: true }).selectOption({ index: 1 });
    await look('new');
    await button(page, 'Continue').click();

    await heading(page, 'Upload the rows');
    await look('upload');
    await page.getByLabel('Choose the file').setInputFiles(rows(faultyRows()));
    await button(page, 'Upload and continue').click();
    await heading(page, 'What the columns mean');
    await page.getByLabel('Tenant', { exact: true }).selectOption({ label: 'Tenant: name' });
    await look('columns');
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
    await button(page, 'Check the rows').click();

    await heading(page, '10 rows have faults');
    await look('check');
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the rows with faults (CSV)' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk as Buffer);
    let number = 0;
    const mended = Buffer.concat(chunks)
      .toString()
      .replaceAll('"nobody"', () => `"mended${number++}@signers.test"`)
      .replaceAll('"a lot"', '"2000"');
    await page.getByRole('link', { name: 'Upload the corrected file' }).click();
    expect(await page.getByLabel('Only the 10 rows with faults').isChecked()).toBe(true);
    await page.getByLabel('Choose the file').setInputFiles(rows(mended));
    await button(page, 'Upload and continue').click();
    await heading(page, 'What the columns mean');
    await button(page, 'Check the rows').click();
    await heading(page, `All ${ROWS} rows are right`);
    await page.getByRole('link', { name: 'See a row as its document' }).click();

    await heading(page, 'Row 1 as its document');
    await page.locator('.document-page canvas').first().waitFor();
    await page.getByText('mended0@signers.test').waitFor();
    await look('preview');
    await page.getByRole('link', { name: 'Next row' }).click();
    await heading(page, 'Row 2 as its document');
    await page.getByRole('link', { name: 'Continue' }).click();

    await heading(page, `Send ${ROWS} requests`);
    await look('confirm');
    // The phone sends what the desk has sent.
    const again = page.getByLabel('Send the same rows again');
    if ((await again.count()) > 0) await again.check();
    await button(page, `Send ${ROWS} requests now`).click();
    await page.getByText('Finished', { exact: true }).waitFor();
    await page.getByText(`${ROWS} of ${ROWS} requests were made.`).waitFor();
    await look('results');
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
    expect((await acme.api.get(SIGNATURES)).body.total).toBe(before + ROWS);
    await page
      .getByRole('link', { name: /^Request \d+/ })
      .first()
      .click();
    await page.getByText('Made from the template').waitFor();
    await page.goto(`${test.url}/dashboard/bulk-sends`);
    await look('list');
    expect(failures).toEqual([]);
    await context.close();
  }

  it(
    'has ten faulty rows corrected, is sent and seen to its end, at a desk',
    () => journey('desk', DESK),
    120_000,
  );

  inDepth(
    'has ten faulty rows corrected, is sent and seen to its end, on a phone in the dark',
    () => journey('phone', { ...PHONE, colorScheme: 'dark' }),
    120_000,
  );

  it('asks how a file reads that does not say so', async () => {
    const { context, page } = await openPage(await sharedBrowser(), DESK);
    await context.addCookies(
      [...owner.cookies].map(([cookie, value]) => ({ name: cookie, value, url: test.url })),
    );
    await page.goto(`${test.url}/dashboard/bulk-sends/new`);
    await page.getByLabel('Name', { exact: true }).fill('Accents');
    await page.getByLabel('Template', { exact: true }).selectOption({ index: 1 });
    await button(page, 'Continue').click();
    const buffer = Buffer.from('tenant.email;tenant.name\r\na@b.test;Jos\xe9 M\xfcller\r\n', 'latin1');
    await page.getByLabel('Choose the file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
    await button(page, 'Upload and continue').click();
    await heading(page, 'Which line reads right?');
    await inspect(page, 'bulk-reading-desk');
    await page.getByText('José Müller').first().click();
    await button(page, 'Read it like this').click();
    await heading(page, 'What the columns mean');
    await page.getByText('José Müller').waitFor();
    await context.close();
  });
});
