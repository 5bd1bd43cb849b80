import { sha256 } from '../../platform/crypto/tokens.js';
import { type FileStore } from '../../platform/storage/file-store.js';

/** A PDF in the file store, before its row is written. */
export interface StoredDocument {
  storageKey: string;
  sha256: Buffer;
  sizeBytes: number;
  pages: number;
}

export async function storeDocument(
  files: FileStore,
  organizationId: number,
  { pdf, pages }: { pdf: Buffer; pages: number },
): Promise<StoredDocument> {
  const storageKey = await files.put(organizationId, pdf);
  return { storageKey, sha256: sha256(pdf), sizeBytes: pdf.length, pages };
}
