import { DocumentRefusal } from '../document-inspection.js';
import { MAX_PAGES } from '../document-limits.js';
import { type OpenedPdf, openPdf } from '../structure/open-pdf.js';
import { hasAllPages, hasAllParts, isCutOff, mentionsEncryption } from '../structure/pdf-integrity.js';

/** @throws DocumentRefusal for a document that needs a password, is damaged, or has too many pages */
export async function openWhole(bytes: Buffer): Promise<OpenedPdf> {
  const opened = await openPdf(bytes).catch(() => {
    throw new DocumentRefusal(
      mentionsEncryption(bytes) ? 'document_password_protected' : 'document_unreadable',
    );
  });
  const { pdf, rebuilt } = opened;
  // It opens with an empty password, whether that is the user's or the owner's.
  if (!pdf.isAuthenticated) throw new DocumentRefusal('document_password_protected');
  // Rebuilding a file loses the keys to its contents.
  const isIllegible = rebuilt && !pdf.isEncrypted && mentionsEncryption(bytes);
  const pages = pdf.getPageCount();
  if (isIllegible || pages === 0 || isCutOff(bytes) || !hasAllPages(pdf) || (rebuilt && !hasAllParts(pdf))) {
    throw new DocumentRefusal('document_unreadable');
  }
  if (pages > MAX_PAGES) throw new DocumentRefusal('document_too_many_pages');
  return opened;
}
