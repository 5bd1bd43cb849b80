import { type PDF, type Permissions } from '@libpdf/core';
import { type Restriction } from '../upload-changes.js';

/** The second revision of encryption only knows the first four (ISO 32000-2 §7.6.4.2, table 22). */
const SINCE_REVISION_3 = new Set<Restriction>(['print_in_full_quality', 'fill_in', 'read_aloud', 'assemble']);

const PERMISSIONS: Readonly<Record<Restriction, keyof Permissions>> = {
  print: 'print',
  print_in_full_quality: 'printHighQuality',
  change: 'modify',
  copy: 'copy',
  comment: 'annotate',
  fill_in: 'fillForms',
  read_aloud: 'accessibility',
  assemble: 'assemble',
};

/**
 * What a document's author forbids to anyone who opens it without the owner's password. It is only a request: any
 * program that opens the file can do all of it.
 */
export function restrictionsOf(pdf: PDF): Restriction[] {
  const handler = pdf.context.info.securityHandler;
  if (!handler) return [];
  const { permissions, revision } = handler.encryption;
  return (Object.keys(PERMISSIONS) as Restriction[]).filter(
    (each) => !permissions[PERMISSIONS[each]] && (revision > 2 || !SINCE_REVISION_3.has(each)),
  );
}
