import sharp, { type Sharp } from 'sharp';
import { type ImageFacts, type ImageFormat, type UnreadableReason } from '../../document-findings.js';
import { detectImageFormat } from './image-format.js';
import { isAnimated, isPolyglot } from './unsafe-content.js';

/** A 260 KB PNG can expand to 81 megapixels. Phones take 12 to 24, and 50 only on request. */
const MAX_PIXELS = 40e6;
/**
 * Measured: no MRZ was read in smaller pictures (docs/identity/mrz.md). Larger ones are judged by what can be read.
 */
const MIN_LONG_SIDE = 160;
const MIN_SHORT_SIDE = 100;

/**
 * An image that passed the header checks. `pixels` returns it upright; decoding happens on read and may
 * throw.
 */
export type OpenedImage =
  | { ok: true; image: ImageFacts; pixels: () => Sharp }
  | { ok: false; reason: UnreadableReason; image: ImageFacts | null };

/** Checks an upload's format against an allow-list, and its size, before decoding any pixel. */
export async function openImage(bytes: Buffer): Promise<OpenedImage> {
  const kind = detectImageFormat(bytes);
  if (kind === 'none') return { ok: false, reason: 'not_an_image', image: null };
  if (kind === 'other') return { ok: false, reason: 'unsupported_format', image: null };
  if (isAnimated(bytes, kind)) return { ok: false, reason: 'animated', image: null };
  if (isPolyglot(bytes)) return { ok: false, reason: 'mixed_content', image: null };
  const opened = kind === 'heic' ? await openHeic(bytes) : await openWithSharp(bytes, kind);
  if (!opened.ok) return opened;
  const reason = sizeProblem(opened.image);
  return reason ? { ok: false, reason, image: opened.image } : opened;
}

function sizeProblem({ width, height }: ImageFacts): UnreadableReason | null {
  if (width * height > MAX_PIXELS) return 'too_large';
  return Math.max(width, height) < MIN_LONG_SIDE || Math.min(width, height) < MIN_SHORT_SIDE
    ? 'too_small'
    : null;
}

async function openWithSharp(bytes: Buffer, format: ImageFormat): Promise<OpenedImage> {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!header) return { ok: false, reason: 'truncated', image: null };
  if (header.format !== format) return { ok: false, reason: 'not_an_image', image: null };
  const { width, height } = header.autoOrient;
  const pixels = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' }).autoOrient();
  return { ok: true, image: { width, height, format }, pixels };
}

/** sharp reads the container but not the patented codec; libheif decodes it and applies the orientation. */
async function openHeic(bytes: Buffer): Promise<OpenedImage> {
  // Loaded on demand: its WebAssembly takes longer to start than most images take to read.
  const { default: decodeHeic } = await import('heic-decode');
  const images = await decodeHeic.all({ buffer: bytes }).catch(() => null);
  if (!images) return { ok: false, reason: 'truncated', image: null };
  try {
    const [first] = images;
    if (!first) return { ok: false, reason: 'not_an_image', image: null };
    const image: ImageFacts = { width: first.width, height: first.height, format: 'heic' };
    if (sizeProblem(image)) return { ok: true, image, pixels: () => sharp() };
    const { data } = await first.decode();
    const raw = { width: image.width, height: image.height, channels: 4 as const };
    return { ok: true, image, pixels: () => sharp(Buffer.from(data.buffer), { raw }) };
  } catch {
    return { ok: false, reason: 'truncated', image: null };
  } finally {
    images.dispose();
  }
}
