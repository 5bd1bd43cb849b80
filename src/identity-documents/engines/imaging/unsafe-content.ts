import { type ImageFormat } from '../../document-findings.js';

/** A ZIP archive's end record is at most this far from the end of the file (PKWARE APPNOTE §4.3.16). */
const ZIP_TAIL = 66_000;
/** Signatures of documents and programs that another parser might find in the same bytes. */
const FOREIGN_SIGNATURES = ['%PDF-', '<script', '<html', '<!DOCTYPE', '<?php'];

/**
 * Whether the image is animated: a PNG has an acTL chunk before IDAT (PNG third edition §11.3.6.1), a WebP
 * the animation flag in its VP8X header (RFC 9649 §2.7).
 */
export function isAnimated(bytes: Buffer, format: ImageFormat): boolean {
  if (format === 'png') {
    const control = bytes.indexOf('acTL');
    return control >= 0 && control < bytes.indexOf('IDAT');
  }
  const flags = bytes.subarray(12, 16).toString('latin1') === 'VP8X' ? (bytes[20] ?? 0) : 0;
  return format === 'webp' && (flags & 0b10) !== 0;
}

/** Whether the file is a polyglot: an image that is also a document, program or archive. */
export function isPolyglot(bytes: Buffer): boolean {
  if (FOREIGN_SIGNATURES.some((beginning) => bytes.includes(beginning))) return true;
  return bytes.subarray(-ZIP_TAIL).includes('PK\x05\x06');
}
