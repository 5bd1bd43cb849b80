import { type Fields } from './visitor.js';

/** Who fills in a form. The colleague has a second step, and the newcomer entered the password but no code. */
export type Who = 'owner' | 'colleague' | 'reviewer' | 'nobody' | 'newcomer';

/** What someone enters, and what the page should say about it. */
export interface Entry {
  as?: Who;
  /** Where the form is, below `/dashboard/`; the route itself by default. */
  page?: string;
  fields: Fields;
  /** A file, for forms with one. */
  file?: Buffer;
  /** The error beside each wrong control. */
  wrong: Record<string, RegExp>;
  /** Values that are not shown again. */
  secrets?: string[];
}

/** A form with its wrong entries, and the controls in which nothing can be wrong. */
export interface FormCase {
  entries: Entry[];
  free?: string[];
}
