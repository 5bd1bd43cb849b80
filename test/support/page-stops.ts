import { type Page } from 'playwright-core';
import { until } from './until.js';

/** A hosted page to look at, and what to do there first. */
export interface Stop {
  name: string;
  /** Asked anew for each visit if what it leads to does not last. */
  address: string | (() => Promise<string>);
  act?: (page: Page) => Promise<unknown>;
  /** Other fields stand above the pad, so that it may begin below the fold. */
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

/** Submits the page's form as it is. */
export const submit = (page: Page) => page.locator('.actions button').first().click();

/** Submits it and waits for the errors. */
export async function sendWrong(page: Page): Promise<void> {
  await submit(page);
  await page.locator('[data-errors]').waitFor();
}
