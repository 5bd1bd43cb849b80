import { Redirect } from '../../platform/pages/page.js';

/** Nothing was done: the password is asked for again. A form that was sent waits meanwhile (kept-forms.interceptor.ts). */
export class ConfirmFirst extends Redirect {
  /** @param address - where the confirmation leads if no form waits */
  constructor(address: string, keptId: string | null = null) {
    const kept = keptId === null ? '' : `&kept=${keptId}`;
    super(`/dashboard/confirm?next=${encodeURIComponent(address)}${kept}`);
    this.address = address;
  }

  readonly address: string;
}

/** Leads to the page that asks for the password again, and from there to `address`, or on with the form that was sent. */
export const confirmFirst = (address: string) => new ConfirmFirst(address);
