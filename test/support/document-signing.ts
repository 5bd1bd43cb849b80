import { type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from './app.js';
import { inspect, openPage, sharedBrowser } from './browser.js';
import { textPdf } from './pdf-samples.js';
import { createDraft, SIGNATURES } from './samples.js';
import { watchLayout } from './signing-browser.js';
import { ANNA, visitorOf } from './signing-requests.js';
import { type SigningVisitor } from './signing-visitor.js';
import { until } from './until.js';
import { ask } from './validators.js';

const owner = { signerEmail: ANNA.email };
/** A field of each kind, on two pages. */
export const FIELDS = [
  { ...owner, kind: 'text', label: 'Job title', page: 1, x: 60, y: 300, width: 160, height: 18 },
  { ...owner, kind: 'initials', page: 1, x: 480, y: 780, width: 60, height: 30 },
  {
    ...owner,
    kind: 'checkbox',
    label: 'I have keys',
    required: true,
    page: 2,
    x: 60,
    y: 200,
    width: 14,
    height: 14,
  },
  { ...owner, kind: 'date', page: 2, x: '50%', y: 700, width: '40%', height: 24 },
  { ...owner, kind: 'signature', page: 2, x: '50%', y: 600, width: '40%', height: 60 },
];

/** The number of curves in the stroked paths of a PDF, as MuPDF reads it; its text has none. */
function linesDrawn(pdf: Buffer): number {
  const { output } = ask('mutool', ['draw', '-F', 'trace', '-o', '-', 'file.pdf'], { 'file.pdf': pdf });
  const strokes = output.match(/<stroke_path[\s\S]*?<\/stroke_path>/g) ?? [];
  return strokes.join('').split('<curveto').length - 1;
}

/** A request whose document is signed on its pages. */
interface FieldsRequest {
  /** The address of its signer's page. */
  address: string;
  /** Waits until it is completed. @returns the entries, in the order of the fields */
  signed(): Promise<unknown[]>;
  /** The signed document, once it is completed. */
  file(): Promise<Buffer>;
  /** The number of curves in it. */
  lines(): Promise<number>;
}

/** Sends a document of two pages with these fields to Anna. */
export async function sendWithFields(
  test: SharedTestApp,
  { api, organizationId }: TestOrganization,
  type: string,
  fields: object[],
): Promise<{ path: string; visitor: SigningVisitor }> {
  const path = `${SIGNATURES}/${await createDraft(api, { type })}`;
  await api.put(`${path}/document`, await textPdf(2), { headers: { 'content-type': 'application/pdf' } });
  if (fields.length > 0) expect((await api.put(`${path}/document/fields`, { fields })).status).toBe(200);
  const sent = await api.post(`${path}/send`, { signers: [ANNA] });
  return { path, visitor: await visitorOf(test, organizationId, sent.body.signers[0].id as number) };
}

/** An organization for the specs of a file, which sends documents that are signed on their pages. */
export function documentScene() {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
  });

  /** Sends a document of two pages, by default with a field of each kind. */
  async function send(type: string, fields: object[] = FIELDS): Promise<FieldsRequest> {
    const { path, visitor } = await sendWithFields(test, acme, type, fields);
    const signed = async (): Promise<unknown[]> => {
      await until(
        'it is completed',
        async () => (await acme.api.get(`${path}/status`)).body.status === 'completed',
      );
      const fields = await acme.api.get(`${path}/document/fields`);
      const ids = fields.body.items.map(({ id }: { id: number }) => id) as number[];
      const select =
        'select value from signature_fields where id = any($1) and value is not null order by id';
      return (await test.dataSource.query(select, [ids])).map(({ value }: { value: string }) => value);
    };
    const file = async () => (await acme.api.get(`${path}/document/signed`)).body as Buffer;
    const lines = async () => linesDrawn(await file());
    return { address: `${test.url}/sign/${visitor.token}/document`, signed, file, lines };
  }

  /** Opens it, and waits until its pages are visible. */
  async function open(address: string, device: BrowserContextOptions) {
    const opened = await openPage(browser, device);
    await watchLayout(opened.page);
    await opened.page.goto(address);
    await opened.page.locator('.document-page canvas').first().waitFor();
    return opened;
  }

  return { send, open };
}

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name });

/** Waits until the status shows these words; the error otherwise quotes the form. */
export async function untilTold(page: Page, words: string): Promise<void> {
  const said = page.getByRole('status').filter({ hasText: words }).waitFor();
  await said.catch(async (cause: unknown) => {
    const form = await page.locator('form').first().innerText();
    throw new Error(`The page never said “${words}” but: ${form}`, { cause });
  });
}

/** On the last screen. */
export async function signNow(page: Page): Promise<void> {
  await page.getByRole('definition').filter({ hasText: 'Miller' }).waitFor();
  await page.getByLabel('Name of the host').fill('Hugo Host');
  await page.getByRole('checkbox').check();
  await inspect(page, 'in-document-review');
  await button(page, 'Sign now').click();
  await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
}
