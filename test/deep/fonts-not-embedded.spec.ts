import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { type Browser, type Page } from 'playwright-core';
import sharp from 'sharp';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, launchBrowser, openPage, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { type Ink, inkOf, likeness, stripsOfInk } from '../support/ink.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ANNA, visitorOf } from '../support/signing-requests.js';

/** Fonts as wide as Helvetica, Times or Courier: most phones have none of them. */
const AS_WIDE = [
  ...[
    'Liberation Sans',
    'Liberation Serif',
    'Liberation Mono',
    'Nimbus Sans',
    'Nimbus Roman',
    'Nimbus Mono PS',
  ],
  ...[
    'FreeSans',
    'FreeSerif',
    'FreeMono',
    'Arimo',
    'Tinos',
    'Cousine',
    'Arial',
    'Times New Roman',
    'Courier New',
  ],
  ...['TeX Gyre Heros', 'TeX Gyre Termes', 'TeX Gyre Cursor', 'Helvetica', 'Times', 'Courier'],
];
/** Every requested font is replaced by one that is none of these. Chromium crashes if there is only a single font. */
const FONTS_OF_A_PHONE = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><cachedir>CACHE</cachedir>
<selectfont><rejectfont>${AS_WIDE.map((family) => `<pattern><patelt name="family"><string>${family}</string></patelt></pattern>`).join('')}</rejectfont></selectfont>
<match target="pattern"><edit name="family" mode="assign" binding="strong"><string>DejaVu Sans Mono</string></edit></match>
</fontconfig>`;

const SIZE = 40;
const LINES: [font: StandardFonts, letters: string, baseline: number][] = [
  [StandardFonts.Helvetica, 'lilililili', 700],
  [StandardFonts.HelveticaBold, 'illillilli', 600],
  [StandardFonts.TimesRoman, 'ssssssssss', 500],
  [StandardFonts.Courier, 'nnnnnnnnnn', 400],
];
const PAGE_HEIGHT = 800;
/** The likeness of the same fonts, smoothed by the settings of two systems. */
const ALIKE = 0.95;

async function lettersPdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([600, PAGE_HEIGHT]);
  for (const [name, letters, y] of LINES)
    page.drawText(letters, { x: 60, y, size: SIZE, font: await pdf.embedFont(name) });
  return Buffer.from(await pdf.save());
}

describe('a document that does not embed its fonts', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let phone: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'countersign-fonts-'));

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    const fonts = join(folder, 'fonts.conf');
    writeFileSync(fonts, FONTS_OF_A_PHONE.replace('CACHE', join(folder, 'cache')));
    phone = await launchBrowser({ fonts });
  });
  afterAll(async () => {
    await phone?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function draft(): Promise<string> {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type: 'fast' })}`;
    const headers = { 'content-type': 'application/pdf' };
    expect((await acme.api.put(`${path}/document`, await lettersPdf(), { headers })).status).toBe(200);
    return path;
  }

  /** The first page of the document at this address, as the browser has drawn it. */
  async function drawn(browser: Browser, address: string, name: string): Promise<Ink> {
    const { context, page, failures } = await openPage(browser, DESK);
    await context.addCookies([...owner.cookies].map(([key, value]) => ({ name: key, value, url: test.url })));
    await page.goto(`${test.url}${address}`);
    await page.locator('.document-page canvas').first().waitFor();
    await inspect(page, name);
    const ink = await inkOf(sharp(await pictureOf(page)));
    await context.close();
    expect(failures).toEqual([]);
    return ink;
  }

  const pictureOf = async (page: Page) => {
    const url = await page.evaluate<string>("document.querySelector('.document-page canvas').toDataURL()");
    return Buffer.from(url.split(',')[1]!, 'base64');
  };

  function expectLettersApart(ink: Ink): void {
    const scale = ink.height / PAGE_HEIGHT;
    const rows = (baseline: number) =>
      [baseline + SIZE, baseline - SIZE / 4].map((y) => Math.round((PAGE_HEIGHT - y) * scale)) as [
        number,
        number,
      ];
    for (const [name, letters, baseline] of LINES)
      expect([name, stripsOfInk(ink, ...rows(baseline))]).toEqual([name, letters.length]);
  }

  it('draws the document with the bundled fonts on every device, with the letters apart', async () => {
    const path = await draft();
    const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    const signerId = sent.body.signers[0].id as number;
    const { token } = await visitorOf(test, acme.organizationId, signerId);
    const onPhone = await drawn(phone, `/sign/${token}/document`, 'fonts-on-phone');
    expectLettersApart(onPhone);
    const onDesk = await drawn(await sharedBrowser(), `/sign/${token}/document`, 'fonts-on-desk');
    expect(likeness(onPhone, onDesk, 1)).toBeGreaterThan(ALIKE);
  });

  it('draws the bundled fonts where places are put, and in the preview for the sender', async () => {
    const lease = { name: 'Letters.pdf', bytes: await lettersPdf() };
    const { location } = await owner.upload('signatures/new', { type: 'fast' }, lease);
    const page = `signatures/${/(\d+)\/signers$/.exec(location!)![1]}`;
    await owner.send(`${page}/signers`, { 'email-0': ANNA.email, 'person-0': ANNA.name! });
    expectLettersApart(await drawn(phone, `/dashboard/${page}/fields`, 'fonts-in-editor'));
    expectLettersApart(await drawn(phone, `/dashboard/${page}/preview/1/document`, 'fonts-in-preview'));
  });
});
