import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { fitsNarrowAndLarge, inspect, openPage } from './browser.js';
import { until } from './until.js';

/** A hosted page to check, and what to do there first. */
export interface Stop {
  name: string;
  /** Created anew for each visit if its target does not last. */
  address: string | (() => Promise<string>);
  act?: (page: Page) => Promise<unknown>;
  /** Other fields stand above the pad, so it may begin below the fold. */
  hasFieldsFirst?: boolean;
}

/** Opens the page in the state that the stop is about. */
export async function visit(page: Page, { name, address, act }: Stop): Promise<void> {
  const wanted = typeof address === 'string' ? address : await address();
  await page.goto(wanted);
  expect({ name, at: page.url() }).toEqual({ name, at: wanted });
  const viewer = page.locator('.document');
  if (await viewer.isVisible()) await viewer.locator('canvas').first().waitFor();
  await act?.(page);
  await until('its pictures are shown', () =>
    page.evaluate<boolean>(
      '[...document.images].every(({ complete, offsetParent }) => complete || !offsetParent)',
    ),
  );
}

/** Checks on each page, on a device, what is expected of every page, and its language. */
export async function inspectStops(
  browser: Browser,
  stops: readonly Stop[],
  { device, language, picture }: { device: BrowserContextOptions; language: string; picture: string },
): Promise<void> {
  const { page, context } = await openPage(browser, device);
  for (const stop of stops) {
    await visit(page, stop);
    await inspect(page, `${picture.replaceAll(' ', '-')}-${stop.name}`);
    const lang = await page.locator('html').getAttribute('lang');
    const fits = await fitsNarrowAndLarge(page);
    expect({ name: stop.name, lang, ...fits }).toEqual({
      ...{ name: stop.name, lang: language },
      ...{ narrow: true, large: true },
    });
  }
  await context.close();
}

/** Submits the page's form as it is. */
export const submit = (page: Page) => page.locator('.actions button').first().click();

/** Submits it and waits for the errors. */
export async function sendWrong(page: Page): Promise<void> {
  await submit(page);
  await page.locator('[data-errors]').waitFor();
}
