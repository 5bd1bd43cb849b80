import { MOST_SIGNED_PLACES } from './document-field.js';
import { MAX_DOCUMENT_BYTES, MAX_IMAGE_PIXELS, MAX_PAGES } from './document-limits.js';
import { type DocumentLayout } from './pdf-results.js';
import { type UploadChanges } from './upload-changes.js';

export type DocumentKind = 'pdf' | 'docx' | 'png' | 'jpeg';

const REFUSALS = {
  document_empty: 'The document is empty.',
  document_type_unsupported: 'Only PDF, DOCX, PNG and JPEG documents can be signed.',
  document_password_protected:
    'The PDF cannot be opened without a password or a certificate. Save a copy without protection and upload that.',
  document_unreadable: 'The document is damaged or incomplete and cannot be read.',
  document_field_undrawable:
    'The PDF has a form field whose value cannot be drawn in full. Print it to a new PDF and upload that.',
  document_field_contradicts:
    'The signed PDF has a form field whose appearance differs from its value, so different programs show different things. Upload a copy that was printed to PDF before it was signed.',
  document_xfa_unsupported:
    'The PDF is a dynamic XFA form: its pages are not in the file but are made by the few programs that support such forms. Open it in one of them, print it to an ordinary PDF and upload that.',
  document_has_javascript:
    'The PDF contains JavaScript in a place from which it cannot be removed. Print it to an ordinary PDF and upload that.',
  document_has_launch_action:
    'The PDF contains an action that starts a program. Print it to an ordinary PDF and upload that.',
  document_has_program: 'The PDF has a program file attached. Upload a copy without attachments.',
  document_has_submit_action:
    'The PDF contains an action that sends its data elsewhere. Print it to an ordinary PDF and upload that.',
  document_has_import_action:
    'The PDF contains an action that fills it in from another file. Print it to an ordinary PDF and upload that.',
  document_has_network_path:
    'The PDF contains a link that opens a file on another computer. Print it to an ordinary PDF and upload that.',
  document_has_script_link:
    'The PDF contains a link that runs a script. Print it to an ordinary PDF and upload that.',
  document_has_rich_media:
    'The PDF contains video, sound or 3D content that runs when it is opened. Print it to an ordinary PDF and upload that.',
  document_is_portfolio:
    'The PDF is a portfolio of several files, and only its cover can be read here. Upload the files one by one.',
  document_prints_differently:
    'The PDF contains something that is printed but not shown on screen. Print it to an ordinary PDF and upload that.',
  document_has_external_content:
    'The document shows content from outside the file. Upload a copy with everything embedded.',
  document_converter_missing:
    'Word documents cannot be converted here, because LibreOffice is not installed. Save the document as PDF and upload that.',
  document_ambiguous:
    'The PDF is built in a way that different programs read differently, so they may show different pages. Print it to a new PDF and upload that.',
  document_certified:
    'The PDF is certified by its author, which rules out adding signatures. Upload a copy that is not certified.',
  document_locked:
    'A signature in the PDF locks it against further signatures. Upload a copy without that signature.',
  document_signed_no_fields: `The PDF carries signatures, which only further signatures keep valid: at most ${MOST_SIGNED_PLACES} fields for signatures and initials can be placed on it. Leave out the other fields, or upload a copy that is not signed.`,
  document_signed_redrawn:
    'The PDF carries signatures, so it cannot be changed; but its form asks programs to draw all fields anew, and some would then not show what is signed in a place. Send it without fields, or upload a copy that is not signed.',
  document_signed_unchangeable:
    'The PDF carries signatures, so it cannot be changed; but it is encrypted, is an XFA form or has scripts, which would have to be removed. Upload it as it was before it was signed.',
  document_signed_unextendable:
    'The PDF contains a signature that would become invalid when signatures are added. Upload a copy without it.',
  document_unsealable:
    'The PDF is built in a way that does not allow signatures to be added without changing its pages. Print it to a new PDF and upload that.',
  document_too_complex: 'The document takes too much time or memory to read.',
  document_too_many_pages: `The document has more than ${MAX_PAGES} pages.`,
  document_too_large: `The document is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB.`,
};

/** Every reason for refusing a document. */
export const REFUSAL_CODES = Object.keys(REFUSALS) as DocumentRefusalCode[];

export type DocumentRefusalCode = keyof typeof REFUSALS;

export const isRefusalCode = (code: unknown): code is DocumentRefusalCode =>
  typeof code === 'string' && Object.hasOwn(REFUSALS, code);

/** A document that can be shown, signed and completed. */
export interface AcceptedDocument {
  ok: true;
  kind: DocumentKind;
  mimeType: string;
  /** Without a dot. */
  extension: string;
  pages: number;
  layout: DocumentLayout;
  /** Hash of the bytes as uploaded, lower-case hex. */
  sha256: string;
  sizeBytes: number;
  /**
   * The document to be shown and signed; null for the upload itself, if it is a PDF that already carries signatures.
   */
  pdf: Buffer | null;
  changes: UploadChanges;
}

/** `message` tells the uploader what is wrong and what to do, in a sentence or two. */
export interface RefusedDocument {
  ok: false;
  code: DocumentRefusalCode;
  message: string;
}

export type DocumentInspection = AcceptedDocument | RefusedDocument;

/** Thrown wherever an inspection finds a reason to refuse the document. */
export class DocumentRefusal extends Error {
  constructor(
    readonly code: DocumentRefusalCode,
    message: string = REFUSALS[code],
    /** Details of the reason, for the log; quotes nothing from the document. */
    readonly fault?: string,
  ) {
    super(message);
  }
}

export function refusal(code: DocumentRefusalCode, message: string = REFUSALS[code]): RefusedDocument {
  return { ok: false, code, message };
}

export const tooManyPixels = () =>
  new DocumentRefusal(
    'document_too_complex',
    `The image has more than ${MAX_IMAGE_PIXELS / 1e6} million pixels.`,
  );
