import { type Reader } from '../../platform/templates/locales.js';

/** One HTTP request to a signing link: what is known of the device, not of the signer. */
export interface Visit extends Pick<Reader, 'chosen' | 'acceptLanguage'> {
  token: string;
  /** The secret of a browser that has entered the emailed code, or null. */
  browser: string | null;
  /** Of the device, or of the last proxy that this installation does not trust. */
  ip: string;
  userAgent: string;
  /** The first language in the browser's preferences. */
  language: string | null;
  /** Of the device, if a script posted it with the form. */
  timeZone: string | null;
  /** A HEAD request or a prefetch, which leave no trace at all. */
  isSpeculative: boolean;
  /** That, or a program that says what it is. A program that does not say so looks like a person's browser. */
  isAutomatic: boolean;
}
