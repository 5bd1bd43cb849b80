import { type ImageFormat } from '../../document-findings.js';

/** HEVC-coded brands; AVIF and the others in the same container are not taken (ISO/IEC 23008-12 §10). */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Signatures of picture formats that are known and not taken, so that they can be told from other bytes. */
const OTHER_PICTURES = [
  /^GIF8[79]a/,
  /^BM/,
  /^(II\*\0|MM\0\*)/,
  /^....ftypavi[fs]/s,
  /^\s*(<\?xml|<svg|<!DOCTYPE svg)/i,
];

/** The kind of picture that the first bytes announce: one that is taken, another one, or no picture. */
export function detectImageKind(bytes: Buffer): ImageFormat | 'other' | 'none' {
  const head = bytes.subarray(0, 64).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (head.slice(4, 8) === 'ftyp' && HEIC_BRANDS.has(head.slice(8, 12))) return 'heic';
  return OTHER_PICTURES.some((signature) => signature.test(head)) ? 'other' : 'none';
}
