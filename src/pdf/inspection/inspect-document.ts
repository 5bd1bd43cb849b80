import { appendPage } from '../structure/append-page.js';
import { type DocumentKind, DocumentRefusal, type RefusedDocument, refusal } from '../document-inspection.js';
import { findDocumentKind } from './document-kind.js';
import { MAX_PAGES } from '../document-limits.js';
import { isCompletePdf } from '../structure/is-complete-pdf.js';
import { openPdf } from '../structure/open-pdf.js';
import { A4 } from '../structure/page-size.js';
import { activeContent } from './active-content.js';
import {
  hasAllPages,
  hasAllParts,
  isCertified,
  isCutOff,
  isXfa,
  losesSignature,
  mentionsEncryption,
} from '../structure/pdf-integrity.js';

/** What the child found; `pdf` only for images. A Word document still has to be converted. */
export type ChildInspection =
  | { ok: true; kind: Exclude<DocumentKind, 'docx'>; pages: number; pdf?: Uint8Array }
  | { ok: true; kind: 'docx' }
  | RefusedDocument;

/** Decides whether an upload is acceptable. Faults in its bytes are reported, not thrown. */
export async function inspectDocument(input: Uint8Array): Promise<ChildInspection> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  try {
    const kind = await findDocumentKind(bytes);
    if (kind === 'pdf') return { ok: true, kind, pages: await inspectPdf(bytes) };
    if (kind === 'docx') return { ok: true, kind };
    const { imageToPdf } = await import('./image-to-pdf.js');
    return { ok: true, kind, pages: 1, pdf: await imageToPdf(bytes, kind) };
  } catch (error) {
    if (error instanceof DocumentRefusal) return refusal(error.code, error.message);
    return refusal('document_unreadable');
  }
}

/** @returns the number of pages @throws DocumentRefusal, or any Error if the bytes cannot be parsed */
async function inspectPdf(bytes: Buffer): Promise<number> {
  const { pdf, rebuilt } = await openPdf(bytes).catch(() => {
    throw new DocumentRefusal(
      mentionsEncryption(bytes) ? 'document_password_protected' : 'document_unreadable',
    );
  });
  if (pdf.isEncrypted || (rebuilt && mentionsEncryption(bytes))) {
    throw new DocumentRefusal('document_password_protected');
  }
  const pages = pdf.getPageCount();
  if (pages === 0 || isCutOff(bytes) || !hasAllPages(pdf) || (rebuilt && !hasAllParts(pdf))) {
    throw new DocumentRefusal('document_unreadable');
  }
  if (pages > MAX_PAGES) throw new DocumentRefusal('document_too_many_pages');
  if (isXfa(pdf)) throw new DocumentRefusal('document_xfa_unsupported');
  const active = activeContent(pdf);
  if (active) throw new DocumentRefusal(active);
  if (isCertified(pdf)) throw new DocumentRefusal('document_certified');
  if (losesSignature(pdf, rebuilt)) throw new DocumentRefusal('document_signed_unextendable');
  // A document that cannot take another page now could not be completed after everyone has signed.
  appendPage(pdf, A4);
  const extended = await pdf.save({ incremental: true });
  if (!(await isCompletePdf(extended, pages + 1))) throw new DocumentRefusal('document_unreadable');
  return pages;
}
