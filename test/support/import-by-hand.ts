import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { DESK, inspect, openPage, PHONE } from './browser.js';
import { type DashboardMember } from './dashboard-member.js';

/** Who imports a PDF form at the dashboard, and into what. */
export interface ImportByHand {
  browser: Browser;
  /** Of the service. */
  url: string;
  owner: DashboardMember;
  file: { name: string; mimeType: string; buffer: Buffer };
  /** Addresses of the signers. */
  signers: readonly string[];
  /** Words that the page says of the import. */
  told: readonly string[];
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const documentStep = (page: Page) =>
  page.locator('nav.steps').getByRole('link', { name: 'Document', exact: true });
const idIn = (page: Page) => Number(/\/templates\/(\d+)/.exec(page.url())![1]);

async function open({ browser, owner, url }: ImportByHand, device: BrowserContextOptions) {
  const opened = await openPage(browser, device);
  await opened.context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url })));
  return opened;
}

async function seeImported(page: Page, { told }: ImportByHand, picture: string): Promise<void> {
  await page.getByText('fields were imported').waitFor();
  for (const words of told) await page.getByText(words).first().waitFor();
  await inspect(page, picture);
}

/** At a desk by mouse: imports the form into a new request, and makes a template of that. @returns the template's id */
export async function importAtDesk(given: ImportByHand): Promise<number> {
  const { context, page, failures } = await open(given, DESK);
  await page.goto(`${given.url}/dashboard/signatures`);
  await page.getByRole('link', { name: 'New request' }).first().click();
  await page.getByLabel('Choose the document').setInputFiles(given.file);
  await button(page, 'Upload and continue').click();
  await heading(page, 'Signers and message');
  for (const [index, email] of given.signers.entries()) {
    if (index > 0) await button(page, 'Add a person').click();
    await page.locator(`#email-${index}`).fill(email);
  }
  await button(page, 'Save and continue').last().click();
  await heading(page, 'Fields');
  await documentStep(page).click();
  await button(page, 'Import its form').click();
  await seeImported(page, given, 'import-at-desk');
  await page.goto(page.url().replace(/\/document.*$/, ''));
  await button(page, 'Save as template').click();
  await page.getByText('This template was made from the request').waitFor();
  const id = idIn(page);
  expect(failures).toEqual([]);
  await context.close();
  return id;
}

/** On a phone by touch: imports the form into a new template. @returns the template's id */
export async function importOnPhone(given: ImportByHand): Promise<number> {
  const { context, page, failures } = await open(given, PHONE);
  await page.goto(`${given.url}/dashboard/templates`);
  await page.getByRole('link', { name: 'New template' }).first().tap();
  await page.getByLabel('Choose the document').setInputFiles(given.file);
  await button(page, 'Upload and continue').tap();
  await documentStep(page).tap();
  await button(page, 'Import its form').tap();
  await seeImported(page, given, 'import-on-phone');
  const id = idIn(page);
  expect(failures).toEqual([]);
  await context.close();
  return id;
}
