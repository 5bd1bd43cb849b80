import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import {
  type DocumentFindings,
  type ImageFacts,
  type ImageInspection,
  type ImageQuality,
  type UnreadableReason,
} from '../document-findings.js';
import { BARCODE_ENGINE, readBarcode } from '../engines/barcode/barcode.engine.js';
import { openImage } from '../engines/imaging/decode-image.js';
import { type GreyImage } from '../engines/imaging/grey-image.js';
import { type RgbImage } from '../engines/imaging/rgb-image.js';
import {
  MRZ_ENGINE,
  MRZ_IMAGE_SIDE,
  readMrz,
  readSmallMrz,
  SMALL_MRZ_IMAGE_SIDE,
} from '../engines/mrz/mrz.engine.js';
import { type MrzReading } from '../engines/mrz/mrz-reading.js';
import {
  COLOUR_SIDE,
  measureQuality,
  QUALITY_ENGINE,
  QUALITY_SIDE,
} from '../engines/quality/quality.engine.js';
import { SCREEN_PATTERN_SIDE } from '../engines/quality/screen-pattern.js';
import { TEXT_ENGINE } from '../engines/text/text.engine.js';
import { isOfLicence, mayBeEnhancedLicence } from '../enhanced-licence.js';
import { type DocumentAnalysisOptions } from './analysis-task.js';
import { readPrint } from './read-print.js';

const ENGINE_VERSION = [MRZ_ENGINE, BARCODE_ENGINE, TEXT_ENGINE, QUALITY_ENGINE].join(' ');

/** Longer side, in pixels, of the throw-away thumbnail that proves an upload decodes completely. */
const PROBE_SIDE = 64;
/** Longer side, in pixels, below which a zone that was not accepted is considered too small to read. */
const LEGIBLE_SIDE = 350;
/** Every side of every card has more words than this; fewer means an empty desk, a hand or a wall. */
const MIN_WORDS = 4;

/** Checks format, completeness and size. Never throws: bad bytes yield `ok: false` and a reason. */
export async function inspectImage(bytes: Buffer): Promise<ImageInspection> {
  const opened = await openImage(bytes);
  if (!opened.ok) return { ok: false, reason: opened.reason, image: opened.image };
  const { image } = opened;
  const probe = await toGreyImage(opened.pixels(), PROBE_SIDE).catch(() => null);
  return probe ? { ok: true, image } : { ok: false, reason: 'truncated', image };
}

/** Runs every reader on one image of a document. Never throws: a bad image yields `readable: false`. */
export async function analyzeDocument(
  bytes: Buffer,
  options: DocumentAnalysisOptions,
): Promise<DocumentFindings> {
  const { today, mayHaveBarcode, expectsMrz } = options;
  const opened = await openImage(bytes);
  if (!opened.ok) return unreadable(opened.reason, opened.image);
  const { image } = opened;
  const [grey, colour] = await decode(opened.pixels());
  if (!grey || !colour) return unreadable('truncated', image);
  const large = readMrz(grey, today, expectsMrz);
  const barcode = mayHaveBarcode && !isAllThereIs(large) ? await readBarcode(grey) : null;
  // Another document's barcode says nothing about what else is there.
  const isLicence = barcode !== null && isOfLicence(barcode);
  const mrz = large ?? (expectsMrz && !isLicence ? await readMrzOfSmallPage(opened.pixels(), today) : null);
  const side = Math.max(image.width, image.height);
  // Enlarging softens a picture, so a small one is measured as it is.
  const isSmall = side < QUALITY_SIDE;
  const greyForQuality = await toGreyImage(
    isSmall ? opened.pixels() : asSharp(grey),
    Math.min(side, QUALITY_SIDE),
  );
  const detailed = await toGreyImage(opened.pixels(), SCREEN_PATTERN_SIDE, { withoutEnlargement: true });
  const quality = measureQuality(greyForQuality, colour, detailed, mrz);
  const isHopeless = quality.isBlurred && !mrz && !isSmall;
  const printed = isLicence || isHopeless ? null : await readPrint(grey, mrz, options);
  const isRead = mrz !== null || barcode !== null || (printed !== null && printed.words.length >= MIN_WORDS);
  const isTooSmall = expectsMrz && !barcode && side < LEGIBLE_SIDE;
  const reason = whyUnreadable(quality, mrz, { isRead, isTooSmall });
  return {
    readable: reason === null,
    unreadableReason: reason,
    image,
    quality,
    mrz,
    barcode,
    printed,
    rotation: mrz?.rotation ?? printed?.rotation ?? null,
    engineVersion: ENGINE_VERSION,
  };
}

/** Whether a zone was found for certain, on a document that cannot also have a barcode. */
function isAllThereIs(mrz: MrzReading | null): boolean {
  const isZone = mrz !== null && (mrz.accepted || mrz.contradictory);
  return isZone && !mayBeEnhancedLicence(mrz);
}

/** Searches at a higher resolution for the MRZ of a page that fills little of the image. */
async function readMrzOfSmallPage(image: Sharp, today: string): Promise<MrzReading | null> {
  return readSmallMrz(await toGreyImage(image, SMALL_MRZ_IMAGE_SIDE), today);
}

/** A blurred image is good enough if its MRZ was read with certainty, even one that contradicts itself. */
function whyUnreadable(
  quality: ImageQuality,
  mrz: MrzReading | null,
  { isRead, isTooSmall }: { isRead: boolean; isTooSmall: boolean },
): UnreadableReason | null {
  if (mrz?.accepted || mrz?.contradictory) return null;
  if (quality.isBlurred) return 'blurred';
  if (isTooSmall) return 'too_small';
  return isRead ? null : 'no_document_found';
}

function unreadable(reason: UnreadableReason, image: ImageFacts | null): DocumentFindings {
  return {
    readable: false,
    unreadableReason: reason,
    image,
    quality: null,
    mrz: null,
    barcode: null,
    printed: null,
    rotation: null,
    engineVersion: ENGINE_VERSION,
  };
}

/** Decodes once: grey for the readers, small and in colour for quality; nulls if decoding fails. */
async function decode(pixels: Sharp): Promise<[GreyImage | null, RgbImage | null]> {
  const scaled = pixels
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize({ width: MRZ_IMAGE_SIDE, height: MRZ_IMAGE_SIDE, fit: 'inside', kernel: 'cubic' });
  const whole = await scaled
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (!whole) return [null, null];
  const { width, height, channels } = whole.info;
  const again = () => sharp(whole.data, { raw: { width, height, channels } });
  const small = await again()
    .resize({ width: COLOUR_SIDE, height: COLOUR_SIDE, fit: 'inside' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colour = { pixels: small.data, width: small.info.width, height: small.info.height };
  return [await toGrey(again()), colour];
}

function asSharp({ pixels, width, height }: GreyImage): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 } });
}

/** Greyscale, with the longer side scaled to `side` pixels and transparency on white. */
function toGreyImage(image: Sharp, side: number, options: ResizeOptions = {}): Promise<GreyImage> {
  return toGrey(
    image
      .flatten({ background: '#ffffff' })
      .resize({ width: side, height: side, fit: 'inside', kernel: 'cubic', ...options }),
  );
}

async function toGrey(image: Sharp): Promise<GreyImage> {
  const { data, info } = await image.grayscale().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
