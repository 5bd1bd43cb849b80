import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { patience } from './patience.js';
import { oncePerRun } from './run-cache.js';
import { keepForWorker } from './runner/kept.js';

/** Git-ignored. */
const SCREENSHOTS = join(PROJECT_ROOT, '.test', 'screenshots');

/** Root has no sandbox; the other flags keep the browser off the network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

const LONGEST_WAIT_MS = 50_000;
const FAKE_CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 780 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  locale: 'en-GB',
};
export const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, locale: 'en-GB' };

let shared: Promise<Browser> | undefined;

/** One browser without a camera for all spec files of this worker. Each test closes the contexts that it opens. */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= keepForWorker(
    () => launchBrowser(),
    (browser) => browser.close(),
  ));
}

/**
 * Starts the Chromium of CHROMIUM_PATH, a path or a name on PATH.
 * @param film - an .mjpeg file that its camera shows
 * @param fonts - a fontconfig file to use instead of the system's
 */
export function launchBrowser({ film, fonts }: { film?: string; fonts?: string } = {}): Promise<Browser> {
  const camera = film ? [...FAKE_CAMERA, `--use-file-for-fake-video-capture=${film}`] : [];
  return chromium.launch({
    executablePath: findOnPath(process.env.CHROMIUM_PATH ?? 'chromium'),
    args: [...FLAGS, ...camera],
    ...(fonts && { env: { ...process.env, FONTCONFIG_FILE: fonts } }),
  });
}

/** A page in a new context. Errors in its scripts and resources that fail to load are collected in `failures`. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = PHONE,
): Promise<{ context: BrowserContext; page: Page; failures: string[] }> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patience(LONGEST_WAIT_MS));
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text());
  });
  return { context, page, failures };
}

/** With PICTURES=1, saves a screenshot of the whole page as `.test/screenshots/<name>.png`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true, animations: 'disabled' });
}

/** Checks what is expected of every page: no accessibility faults, and no scrolling sideways. */
export async function inspect(page: Page, name: string): Promise<void> {
  await takePicture(page, name);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
}

/** Whether the page can be read on a phone 320 pixels wide, and at its present size with letters twice as large. */
export async function fitsNarrowAndLarge(page: Page): Promise<{ narrow: boolean; large: boolean }> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, width: 320 });
  const narrow = await fitsWidth(page);
  await page.setViewportSize(size);
  const root = 'document.documentElement.style';
  await page.evaluate(
    `${root}.fontSize = 2 * parseFloat(getComputedStyle(document.documentElement).fontSize) + 'px'`,
  );
  const large = await fitsWidth(page);
  await page.evaluate(`${root}.removeProperty('font-size')`);
  return { narrow, large };
}

/** The faults that axe finds by WCAG 2.2 AA and its best practices. It checks each page once in a test run. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const colors = await page.evaluate<string>(
    `matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'`,
  );
  const structure = await page.evaluate<string>(STRUCTURE);
  return oncePerRun([], ['axe', structure, colors, page.viewportSize()], () => findFaults(page));
}

/** The elements and attributes of the page, without its words, numbers and tokens. */
const STRUCTURE = `(() => {
  const copy = document.documentElement.cloneNode(true);
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (texts.currentNode.data.trim()) texts.currentNode.data = 'x';
  return copy.outerHTML.replace(/[0-9a-f]{32,}|[0-9]+/g, '0');
})()`;

async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' · ')}`);
}

/** Whether what is typed now goes into the field. */
export function hasFocus(field: Locator): Promise<boolean> {
  return field.evaluate((element) => element.matches(':focus'));
}

/** Whether the page can be read without scrolling sideways. */
export function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
  );
}

function findOnPath(program: string): string {
  if (isAbsolute(program)) return program;
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  const found = places.find(isExecutable);
  if (found === undefined) throw new Error(`No ${program} on PATH; set CHROMIUM_PATH.`);
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
