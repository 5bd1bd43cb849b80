import { Redirect } from '../../platform/pages/page.js';

/** Leads to the page that asks for the password again, and from there to `address`. */
export const confirmFirst = (address: string) =>
  new Redirect(`/dashboard/confirm?next=${encodeURIComponent(address)}`);
