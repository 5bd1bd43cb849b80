import { type Browser, type BrowserContextOptions } from 'playwright-core';
import { type TestApp } from './app.js';
import { accessibilityFaults, DESK, inspect, openPage, PHONE, takePicture } from './browser.js';
import { buttonFaults, PHONE_SIZES } from './main-button.js';
import { type Stop, visit } from './page-stops.js';
import { showLaterTexts, textFaults } from './page-texts.js';

type Sizes = readonly (readonly [number, number])[];

const NARROW = { ...PHONE, viewport: { width: 320, height: 568 }, deviceScaleFactor: 1 };
/**
 * The languages, one with long words, in which pages are checked at all sizes and at a desk, which has room for any
 * text.
 */
const IN_ALL_SIZES = ['en', 'de'];

/**
 * Checks pages in a language on small phones, and in some languages at a desk: every text that they show or may show
 * later, their main button and, on the phone, the findings of axe.
 * @returns the faults, by page
 */
export async function walkInLanguage(
  { dataSource }: TestApp,
  browser: Browser,
  stops: readonly Stop[],
  locale: string,
): Promise<Record<string, string[]>> {
  // A link keeps the language in which it was first read.
  await dataSource.query('update signature_signers set locale = null');
  await dataSource.query('update identity_verifications set locale = null');
  const found: Record<string, string[]> = {};
  const shown = new Set<string>();
  const unshown = new Set<string>();

  const walk = async (at: string, device: BrowserContextOptions, sizes: Sizes) => {
    const { page, context } = await openPage(browser, { ...device, locale });
    for (const stop of stops) {
      await visit(page, stop);
      await takePicture(page, `${at}-${locale}-${stop.name}`);
      const lang = await page.locator('html').getAttribute('lang');
      const faults = lang === locale ? [] : [`It is in ${lang}`];
      if (at === 'phone') faults.push(...(await accessibilityFaults(page)));
      faults.push(...(await textFaults(page)));
      const ofButton = await buttonFaults(page, sizes);
      const later = await showLaterTexts(page);
      for (const text of later.shown) shown.add(text);
      for (const text of later.unshown) unshown.add(text);
      ofButton.push(...(await buttonFaults(page, sizes.slice(0, 1))));
      const isMeant = (fault: string) => stop.hasFieldsFirst && fault.endsWith('pixels of a pad');
      faults.push(...later.faults, ...ofButton.filter((fault) => !isMeant(fault)));
      if (faults.length > 0) found[`${stop.name} at a ${at}`] = [...new Set(faults)];
    }
    await page.locator('.languages summary').click();
    await inspect(page, `${at}-${locale}-languages`);
    await context.close();
  };
  const isInAllSizes = IN_ALL_SIZES.includes(locale);
  await walk('phone', NARROW, isInAllSizes ? PHONE_SIZES : PHONE_SIZES.slice(0, 2));
  if (!isInAllSizes) return found;
  await walk('desk', DESK, [[1280, 800]]);
  const never = [...unshown].filter((text) => !shown.has(text));
  return never.length > 0 ? { ...found, 'texts that no page shows': never } : found;
}
