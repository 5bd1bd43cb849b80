import sharp, { type Sharp } from 'sharp';
import {
  type DocumentFindings,
  type ImageFacts,
  type ImageInspection,
  type ImageQuality,
  type UnreadableReason,
} from './document-findings.js';
import { READER_SIDE, readMrz } from './engines/mrz/mrz.engine.js';
import { type MrzReading } from './engines/mrz/mrz-reading.js';
import { type Raster } from './engines/mrz/raster.js';
import { openImage } from './engines/quality/decode-image.js';
import { measureQuality, QUALITY_SIDE } from './engines/quality/quality.engine.js';

const ENGINE_VERSION = 'mrz-1 quality-1';

/** Side of the throw-away picture that shows whether all of an upload can be decoded. */
const PROBE_SIDE = 64;

/** Whether the bytes are a whole picture of a kind that is taken, and its size. Bad bytes are an answer. */
export async function inspectImage(bytes: Buffer): Promise<ImageInspection> {
  const opened = await openImage(bytes);
  if (!opened.ok) return { ok: false, reason: opened.reason, image: opened.image };
  const { image } = opened;
  const probe = await greyRaster(opened.pixels(), PROBE_SIDE).catch(() => null);
  return probe ? { ok: true, image } : { ok: false, reason: 'truncated', image };
}

/** Everything that can be found in a picture of a document. `today`: YYYY-MM-DD, to resolve two-digit years. */
export async function analyzeDocument(
  bytes: Buffer,
  { today }: { today: string },
): Promise<DocumentFindings> {
  const opened = await openImage(bytes);
  if (!opened.ok) return unreadable(opened.reason, opened.image);
  const { image } = opened;
  const picture = await greyRaster(opened.pixels(), READER_SIDE).catch(() => null);
  if (!picture) return unreadable('truncated', image);
  const quality = measureQuality(await greyRaster(asSharp(picture), QUALITY_SIDE));
  const mrz = readMrz(picture, today);
  const reason = whyUnreadable(quality, mrz);
  return {
    readable: reason === null,
    unreadableReason: reason,
    image,
    quality,
    mrz,
    engineVersion: ENGINE_VERSION,
  };
}

/** A blurred picture is good enough where the zone was read without a doubt, be it that it contradicts itself. */
function whyUnreadable(quality: ImageQuality, mrz: MrzReading | null): UnreadableReason | null {
  if (mrz?.accepted || mrz?.contradictory) return null;
  if (quality.isBlurred) return 'blurred';
  return mrz ? null : 'no_document_found';
}

function unreadable(reason: UnreadableReason, image: ImageFacts | null): DocumentFindings {
  return {
    readable: false,
    unreadableReason: reason,
    image,
    quality: null,
    mrz: null,
    engineVersion: ENGINE_VERSION,
  };
}

function asSharp({ pixels, width, height }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 } });
}

/** The picture in grey, its longer side scaled to `side` pixels, transparent parts white. */
async function greyRaster(image: Sharp, side: number): Promise<Raster> {
  const { data, info } = await image
    .flatten({ background: '#ffffff' })
    .grayscale()
    .resize({ width: side, height: side, fit: 'inside', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
