import { type Fields } from './visitor.js';

/** Who fills in a form. The colleague has a second step, and the newcomer gave the password but no code. */
export type Who = 'owner' | 'colleague' | 'reviewer' | 'nobody' | 'newcomer';

/** What somebody enters, and what the page should say about it. */
export interface Entry {
  as?: Who;
  /** Where the form is, below `/dashboard/`; the route itself by default. */
  page?: string;
  fields: Fields;
  /** A file, for forms with one. */
  file?: Buffer;
  /** What is said beside each control that is wrong. */
  wrong: Record<string, RegExp>;
  /** What is not shown again. */
  secrets?: string[];
}

/** A form: what is entered wrongly, and the controls in which nothing can be wrong. */
export interface FormCase {
  entries: Entry[];
  free?: string[];
}
