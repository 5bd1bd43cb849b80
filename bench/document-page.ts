import { type Browser, type BrowserContextOptions } from 'playwright-core';
import { ApiClient } from '../test/support/api-client.js';
import { DESK, launchBrowser, PHONE } from '../test/support/browser.js';
import { textPdf } from '../test/support/pdf-samples.js';
import { ServerProcess } from '../test/support/server-process.js';
import { LAYOUT_SHIFT, watchLayout } from '../test/support/signing-browser.js';
import { median } from './support/median.js';
import { count, printMachine, printTable } from './support/report.js';

// When the page of a document to sign is painted, and how much its layout shifts, in Chromium with an empty cache on
// a slow 4G connection: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up, as in Lighthouse. The shifts are read
// after the thumbnails are drawn.

const SAMPLES = count('Samples', 7, 2);
const PAGES = 12;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

interface Sample {
  paint: number;
  page: number;
  shift: number;
}

/** A request with fields on the first and last page. @returns the address of its document's page */
async function prepare(api: ApiClient): Promise<string> {
  const draft = await api.post('/api/v1/signatures', {
    type: 'in_person',
    originalDocumentName: 'Lease agreement',
    originalDocumentType: 'application/pdf',
    originalDocumentExtension: 'pdf',
  });
  const path = `/api/v1/signatures/${draft.body.id}`;
  await api.put(`${path}/document`, await textPdf(PAGES), { headers: { 'content-type': 'application/pdf' } });
  const email = 'anna@example.com';
  const box = { signerEmail: email, x: 60, y: 200, width: 150, height: 50 };
  const fields = [
    { ...box, kind: 'text', label: 'Job title', page: 1 },
    { ...box, kind: 'signature', page: PAGES },
  ];
  const placed = await api.put(`${path}/document/fields`, { fields });
  if (placed.status !== 200)
    throw new Error(`fields answered ${placed.status}: ${JSON.stringify(placed.body)}`);
  const sent = await api.post(`${path}/send`, { signers: [{ email, name: 'Anna Maria Eriksson' }] });
  return `${new URL(sent.body.signers[0].signingUrl as string).pathname}/document`;
}

async function visit(browser: Browser, address: string, device: BrowserContextOptions, slowdown: number) {
  const context = await browser.newContext(device);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await watchLayout(page);
    await page.goto(address);
    await page.locator('.document-page canvas').first().waitFor();
    const shown = await page.evaluate<number>('performance.now()');
    const paint = await page.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    );
    if (device === DESK) await page.locator('.thumbnail canvas').nth(1).waitFor();
    else await page.waitForLoadState('networkidle');
    return { paint, page: shown, shift: await page.evaluate<number>(LAYOUT_SHIFT) };
  } finally {
    await context.close();
  }
}

const server = await ServerProcess.prepare({});
await server.start();
const browser = await launchBrowser();
try {
  const address = server.url + (await prepare(new ApiClient(server.url, server.secret('API key'))));
  const rows: string[][] = [];
  for (const [name, device, slowdown] of [
    ['phone, 360 × 780', PHONE, 1],
    ['phone, processor slowed down 4 times', PHONE, 4],
    ['desk, 1280 × 800, with small pictures', DESK, 1],
  ] as const) {
    const samples: Sample[] = [];
    for (let at = 0; at < SAMPLES; at++) samples.push(await visit(browser, address, device, slowdown));
    const paints = samples.map(({ paint }) => paint);
    rows.push([
      name,
      median(paints).toFixed(0),
      `${Math.min(...paints).toFixed(0)} – ${Math.max(...paints).toFixed(0)}`,
      median(samples.map(({ page }) => page)).toFixed(0),
      Math.max(...samples.map(({ shift }) => shift)).toFixed(3),
    ]);
  }
  printMachine();
  printTable(
    [
      'document page on slow 4G',
      'first paint, ms',
      'min – max',
      'first page drawn, ms',
      'largest layout shift',
    ],
    rows,
  );
} finally {
  await browser.close();
  await server.close();
}
