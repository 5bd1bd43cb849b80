import { type ImageFormat } from '../../document-findings.js';

/** A ZIP archive's directory stands at most this far from its end (PKWARE APPNOTE §4.3.16). */
const ZIP_TAIL = 66_000;
/** What begins a document or a program that another reader might find in the same bytes. */
const FOREIGN_BEGINNINGS = ['%PDF-', '<script', '<html', '<!DOCTYPE', '<?php'];

/**
 * Whether a picture moves: an animated PNG names so before its first image data (PNG third edition §11.3.6.1), a WebP in
 * its extended header (RFC 9649 §2.7).
 */
export function isAnimated(bytes: Buffer, format: ImageFormat): boolean {
  if (format === 'png') {
    const control = bytes.indexOf('acTL');
    return control >= 0 && control < bytes.indexOf('IDAT');
  }
  const flags = bytes.subarray(12, 16).toString('latin1') === 'VP8X' ? (bytes[20] ?? 0) : 0;
  return format === 'webp' && (flags & 0b10) !== 0;
}

/** Whether the bytes are a picture and something else besides: a document, a program, an archive. */
export function holdsOtherFile(bytes: Buffer): boolean {
  if (FOREIGN_BEGINNINGS.some((beginning) => bytes.includes(beginning))) return true;
  return bytes.subarray(-ZIP_TAIL).includes('PK\x05\x06');
}
