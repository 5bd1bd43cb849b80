import { type UploadedBytes } from '../../src/pdf/pdf-inputs.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';

/** Bytes in memory as an upload. */
export const uploadOf = (bytes: Buffer): UploadedBytes => ({
  size: bytes.length,
  sha256: sha256(bytes),
  read: async () => bytes,
});
