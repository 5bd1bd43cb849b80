/**
 * What a PDF's author can forbid to anyone who opens it without the owner's password (ISO 32000-2 §7.6.4.2, table
 * 22).
 */
export const RESTRICTIONS = [
  'print',
  'print_in_full_quality',
  'change',
  'copy',
  'comment',
  'fill_in',
  'read_aloud',
  'assemble',
] as const;
export type Restriction = (typeof RESTRICTIONS)[number];

/**
 * What can be removed from an upload for its presented file: the encryption, the XFA form in addition to the pages,
 * scripts, and buttons' actions on the entries of a form.
 */
export const REMOVED_PARTS = ['encryption', 'xfa', 'scripts', 'form_actions'] as const;
export type RemovedPart = (typeof REMOVED_PARTS)[number];

/** What the sender must know about an upload. */
export interface UploadChanges {
  forbidden: Restriction[];
  removed: RemovedPart[];
}

export const UNCHANGED: UploadChanges = { forbidden: [], removed: [] };
