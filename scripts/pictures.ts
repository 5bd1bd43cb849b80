// `npm run pictures`: recreates the pictures of the README, in docs/pictures, from its own service with invented
// people. Needs Chromium (CHROMIUM_PATH).
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { type BrowserContextOptions, type Page } from 'playwright-core';
import sharp from 'sharp';
import { PROJECT_ROOT } from '../src/platform/config/paths.js';
import { ApiClient } from '../test/support/api-client.js';
import { DESK, launchBrowser, PHONE } from '../test/support/browser.js';
import { MONTH } from '../test/support/chart-days.js';
import { ServerProcess } from '../test/support/server-process.js';
import { drawByTouch } from '../test/support/signing-browser.js';
import { SigningVisitor } from '../test/support/signing-visitor.js';
import { beginVerification, completedFiles, headingAfterChecking, sendAgreement } from './journeys.js';

const FOLDER = join(PROJECT_ROOT, 'docs/pictures');
const MAX_BYTES = 150_000;
/** Quality of the palette, 1 to 100: photos in a picture need few colors to be recognizable. */
const QUALITY = 40;
const OWNER = 'olivia@harbour-mill.example';
const REVIEWER = 'rita@harbour-mill.example';
/** High enough for the charts of the overview, and the comparison in a review. */
const SCREEN: BrowserContextOptions = { ...DESK, viewport: { width: 1280, height: 960 } };
const PASSWORD = 'three unrelated words';
/** The agreement's place for the consultant's signature, in points from the top left corner of its last page. */
const PLACE = { page: 2, x: 320, y: 342, width: 190, height: 50 };
const specimen = (name: string) => readFile(join(PROJECT_ROOT, 'docs/specimen', name));

/** An organization of the service, as returned by `organization:create`. */
interface Organization {
  organizationId: number;
  apiKey: string;
}

const receiver = createServer((_request, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const server = await ServerProcess.prepare({
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
});
await server.start();
const browser = await launchBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  const organization = await createOrganization();
  const api = new ApiClient(server.url, organization.apiKey);
  await pictureSigning(api);
  await signAgreement(api);
  await fillCharts(organization);
  const reviewed = await askForReview(api);
  await pictureDashboard(organization, OWNER, '/dashboard', 'dashboard');
  await pictureDashboard(organization, REVIEWER, `/dashboard/reviews/${reviewed}`, 'review');
} finally {
  await browser.close();
  await server.close();
  receiver.close();
}

async function createOrganization(): Promise<Organization> {
  const created = await server.cli('organization:create', '--name', 'Harbour Mill', '--owner-email', OWNER);
  const organization = created as unknown as Organization;
  const { port } = receiver.address() as AddressInfo;
  const of = ['--organization', String(organization.organizationId)];
  await server.cli('webhook:set', ...of, '--url', `http://127.0.0.1:${port}/`);
  await server.cli('user:create', ...of, '--email', REVIEWER, '--role', 'reviewer');
  return organization;
}

async function pictureSigning(api: ApiClient): Promise<void> {
  const { signingUrl } = await send(api, 'Consulting agreement', 'Jane Doe', 'jane@example.com');
  const page = await openPage(PHONE);
  await page.goto(`${signingUrl}/document`);
  await page.locator('.place.signature').tap();
  await page.getByRole('dialog').waitFor();
  await drawByTouch(page);
  await save(page, 'signing');
  await page.context().close();
}

/** Sends the specimen agreement for signing on the document itself. */
async function send(api: ApiClient, name: string, signer: string, email: string) {
  const path = '/api/v1/signatures';
  const draft = await api.post(path, {
    type: 'in_person',
    originalDocumentName: name,
    originalDocumentType: 'application/pdf',
    originalDocumentExtension: 'pdf',
  });
  const request = `${path}/${draft.body.id}`;
  const agreement = await specimen('agreement.pdf');
  await api.put(`${request}/document`, agreement, { headers: { 'content-type': 'application/pdf' } });
  const fields = [{ ...PLACE, kind: 'signature', signerEmail: email }];
  await api.put(`${request}/document/fields`, { fields });
  const sent = await api.post(`${request}/send`, { signers: [{ name: signer, email }], subject: name });
  return { request, signingUrl: sent.body.signers[0].signingUrl as string };
}

async function signAgreement(api: ApiClient): Promise<void> {
  const { request, signingUrl } = await sendAgreement(api);
  await new SigningVisitor(signingUrl).sign();
  await completedFiles(api, request);
}

/** Adds a month of activity for the charts to show. */
async function fillCharts({ organizationId }: Organization): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(MONTH, [organizationId]);
  await client.end();
}

/** Starts a verification whose document has a different name, so a reviewer must decide. @returns its id */
async function askForReview(api: ApiClient): Promise<string> {
  const { path, person } = await beginVerification(api, {
    firstName: 'Anna',
    lastName: 'Lindqvist',
    documentType: 'passport',
    verificationMethod: 'document',
  });
  await person.agree();
  await person.upload('front', await specimen('passport.jpg'));
  await headingAfterChecking(person);
  return path.split('/').at(-1)!;
}

async function pictureDashboard(
  { organizationId }: Organization,
  email: string,
  path: string,
  name: string,
): Promise<void> {
  const page = await openPage(SCREEN);
  const { link } = await server.cli('user:link', '--organization', String(organizationId), '--email', email);
  await page.goto(String(link));
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and open the dashboard' }).click();
  await page.getByRole('navigation').first().waitFor();
  await page.goto(new URL(path, String(link)).href);
  await page.waitForFunction('[...document.images].every((image) => image.naturalWidth > 0)');
  await save(page, name);
  await page.context().close();
}

async function openPage(device: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext(device)).newPage();
}

/** Saves a screenshot with few colors. @throws Error if it is too large for reading on the move */
async function save(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const { size } = await sharp(picture)
    .png({ palette: true, quality: QUALITY, dither: 0, compressionLevel: 9, effort: 10 })
    .toFile(join(FOLDER, `${name}.png`));
  if (size > MAX_BYTES) throw new Error(`${name}.png has ${size} bytes; it may have ${MAX_BYTES}`);
  console.log(`docs/pictures/${name}.png  ${Math.round(size / 1024)} KB`);
}
