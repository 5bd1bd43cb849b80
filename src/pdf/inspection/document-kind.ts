import { fileTypeFromBuffer } from 'file-type';
import { type DocumentKind, DocumentRefusal } from '../document-inspection.js';
import { isSoundWordDocument } from './word-document.js';

/** The header may be anywhere in the first 1,024 bytes (Adobe PDF Reference 1.7, implementation note 13). */
const PDF_HEADER_WINDOW = 1024;

/**
 * Detects the type from the bytes alone. An image that also contains a PDF header counts as an image, because its
 * pixels are shown and signed.
 * @throws DocumentRefusal for any other type, and for an unacceptable Word document
 */
export async function findDocumentKind(bytes: Uint8Array): Promise<DocumentKind> {
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime === 'image/png') return 'png';
  if (found?.mime === 'image/jpeg') return 'jpeg';
  if (await isSoundWordDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) return 'docx';
  if (Buffer.from(bytes.subarray(0, PDF_HEADER_WINDOW)).includes('%PDF-')) return 'pdf';
  throw new DocumentRefusal('document_type_unsupported', unsupported(found?.ext));
}

function unsupported(extension: string | undefined): string | undefined {
  if (extension === 'odt') {
    return 'OpenDocument files cannot be converted here. Save the document as PDF and upload that.';
  }
  if (extension === 'heic') return 'HEIC photos cannot be signed. Save the photo as JPEG and upload that.';
  return undefined;
}
