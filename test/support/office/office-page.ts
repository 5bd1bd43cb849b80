import { type Page } from 'playwright-core';
import { type DashboardMember } from '../dashboard-member.js';
import { type Office } from './office.js';

/** A page of the dashboard, as a person sees it. */
export interface OfficePage {
  /** Its view in `views/dashboard` (with a folder: in `views`), and what distinguishes it. */
  name: string;
  /** Null for a person who is not signed in. */
  as: (office: Office) => DashboardMember | null;
  /** Below `/dashboard/`. */
  address: (office: Office) => string;
  /** What is done on the page before it is checked. */
  act?: (page: Page) => Promise<unknown>;
}

type Address = OfficePage['address'] | string;

export const pagesOf =
  (as: OfficePage['as']) =>
  (name: string, address: Address, act?: OfficePage['act']): OfficePage => ({
    name,
    as,
    address: typeof address === 'string' ? () => address : address,
    act,
  });

/** Presses the button, and waits for the page that follows. */
export const press = (name: string | RegExp) => async (page: Page) => {
  await page.evaluate("document.documentElement.setAttribute('data-left', '')");
  await page.getByRole('button', { name }).first().click();
  // Not the event: on a busy machine the old page's event may still come.
  await page.locator('html:not([data-left])').waitFor({ state: 'attached' });
  await page.waitForLoadState('load');
};
export const unfold = (summary: string) => (page: Page) =>
  page.locator('summary', { hasText: summary }).first().click();
/** Sends the form of this button without the browser's own checks. */
export const sendUnchecked = (name: string) => async (page: Page) => {
  await page.evaluate('for (const form of document.forms) form.noValidate = true');
  await press(name)(page);
};
export const type =
  (label: string, text: string, then: OfficePage['act'] = async () => undefined) =>
  async (page: Page) => {
    await page.getByLabel(label, { exact: true }).first().fill(text);
    await then(page);
  };
