import { type ImageFormat } from '../../document-findings.js';

/** HEVC brands of the HEIF container; AVIF and others are not accepted (ISO/IEC 23008-12 §10). */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Signatures of known image formats that are not accepted, to distinguish them from other files. */
const REJECTED_FORMATS = [
  /^GIF8[79]a/,
  /^BM/,
  /^(II\*\0|MM\0\*)/,
  /^....ftypavi[fs]/s,
  /^\s*(<\?xml|<svg|<!DOCTYPE svg)/i,
];

/** Detects the format from the first bytes: an accepted one, another image format, or no image. */
export function detectImageFormat(bytes: Buffer): ImageFormat | 'other' | 'none' {
  const head = bytes.subarray(0, 64).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (head.slice(4, 8) === 'ftyp' && HEIC_BRANDS.has(head.slice(8, 12))) return 'heic';
  return REJECTED_FORMATS.some((signature) => signature.test(head)) ? 'other' : 'none';
}
