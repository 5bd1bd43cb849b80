import { type Reader } from '../../platform/templates/locales.js';

/** One HTTP request to a signing link: facts about the device, not the signer. */
export interface Visit extends Pick<Reader, 'chosen' | 'acceptLanguage'> {
  token: string;
  /** The secret of a browser that has entered the emailed code, or null. */
  browser: string | null;
  /** Of the device, or of the last untrusted proxy. */
  ip: string;
  userAgent: string;
  /** The first language in the browser's preferences. */
  language: string | null;
  /** Of the device, if a script posted it with the form. */
  timeZone: string | null;
  /** A HEAD request or a prefetch, neither of which is recorded. */
  isSpeculative: boolean;
  /** Speculative, or a program that identifies itself. Other programs look like a person's browser. */
  isAutomatic: boolean;
}
