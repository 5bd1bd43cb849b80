import { Redirect } from '../../platform/pages/page.js';

/** Asks for the password again before anything is done. A submitted form is kept meanwhile (kept-forms.interceptor.ts). */
export class ConfirmFirst extends Redirect {
  /** @param address - the page to open after confirming if no form is kept */
  constructor(address: string, keptId: string | null = null) {
    const kept = keptId === null ? '' : `&kept=${keptId}`;
    super(`/dashboard/confirm?next=${encodeURIComponent(address)}${kept}`);
    this.address = address;
  }

  readonly address: string;
}

/** Redirects to the page that asks for the password again, which continues to `address` or with the submitted form. */
export const confirmFirst = (address: string) => new ConfirmFirst(address);
