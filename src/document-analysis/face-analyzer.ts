import { type Sharp } from 'sharp';
import { type FaceEngineName } from '../platform/config/settings.js';
import { FaceApiEngine } from './engines/face/face-api.engine.js';
import { type FaceEngine, type RgbPicture } from './engines/face/face.port.js';
import { NO_PORTRAIT, type Portrait, readPortrait } from './engines/face/portrait.js';
import { type QuarterTurn } from './engines/mrz/raster.js';
import { type FrameObservation, observeFrame } from './engines/liveness/frame-observation.js';
import { openImage } from './engines/quality/decode-image.js';

/** Longer side of what is looked at, in pixels: more costs time and finds no more. */
const DOCUMENT_SIDE = 800;
const FRAME_SIDE = 640;
/** Where the portrait of passports and cards stands (ICAO 9303-4 §2.2, 9303-5 §2.2), in widths of the page. */
const PORTRAIT_SHARE = 0.45;
/** Formats and sizes of a camera's frame; whatever else arrives is none. */
const MAX_FRAME_SIDE = 2_000;

const ENGINES: Readonly<Record<FaceEngineName, () => FaceEngine>> = { 'face-api': () => new FaceApiEngine() };
const open = new Map<FaceEngineName, FaceEngine>();

/**
 * The portrait on the picture of a document, which `rotation` makes upright where that is known. A picture that cannot
 * be decoded shows none.
 */
export async function readDocumentPortrait(
  bytes: Buffer,
  rotation: QuarterTurn | null,
  engineName: FaceEngineName,
): Promise<Portrait> {
  const opened = await openImage(bytes);
  if (!opened.ok) return NO_PORTRAIT;
  const { width, height } = opened.image;
  const upright = () => opened.pixels().rotate(rotation ?? 0);
  const [across, down] = (rotation ?? 0) % 180 === 0 ? [width, height] : [height, width];
  const left = { left: 0, top: 0, width: Math.round(across * PORTRAIT_SHARE), height: down };
  return readPortrait(
    engineNamed(engineName),
    rotation === null ? null : () => toRgb(upright().extract(left), DOCUMENT_SIDE),
    () => toRgb(upright(), DOCUMENT_SIDE),
  );
}

/** A frame of the camera: a JPEG of the camera's size; null for anything else. */
export async function observeCameraFrame(
  bytes: Buffer,
  engineName: FaceEngineName,
): Promise<FrameObservation | null> {
  const opened = await openImage(bytes);
  if (!opened.ok || opened.image.format !== 'jpeg') return null;
  if (Math.max(opened.image.width, opened.image.height) > MAX_FRAME_SIDE) return null;
  const picture = await toRgb(opened.pixels(), FRAME_SIDE).catch(() => null);
  return picture && observeFrame(engineNamed(engineName), picture);
}

function engineNamed(name: FaceEngineName): FaceEngine {
  const engine = open.get(name) ?? ENGINES[name]();
  open.set(name, engine);
  return engine;
}

async function toRgb(image: Sharp, side: number): Promise<RgbPicture> {
  const { data, info } = await image
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
