import sharp from 'sharp';
import { type CheckDigitName, encodeTd3 } from './encode-td3.js';
import { blankPage, pagePrint, type PassportPageText, PORTRAIT_SHARE } from './passport-page.js';
import {
  addGlare,
  addNoise,
  addShadow,
  addUnevenLight,
  addWear,
  asSharp,
  type Background,
  blur,
  flatten,
  photograph,
  type Picture,
  squeeze,
} from './photo-effects.js';
import { Random } from './random.js';

export interface PassportContent extends PassportPageText {
  /** Prints this check digit one too high. */
  breakCheckDigit?: CheckDigitName;
  /** Printed verbatim instead of the lines derived from the other fields. */
  mrzLines?: readonly string[];
  withoutMrz?: boolean;
  /** Replaces the drawn portrait; JPEG or PNG, cropped to the same shape. */
  portrait?: Buffer;
}

export interface PhotoOptions {
  /** Clockwise rotation in degrees; 90, 180 and 270 are quarter turns. */
  rotate?: number;
  /** Additional rotation in degrees. */
  skew?: number;
  /** Difference in scale between opposite edges, 0 to about 0.15. */
  perspective?: number;
  /** Sigma of a Gaussian blur, in pixels of the finished image. */
  blur?: number;
  /** Standard deviation of sensor noise in grey levels. */
  noise?: number;
  /** Strength of a lamp's reflection, 0 to 1. */
  glare?: number;
  /** Share of the light missing at the dark edge, 0 to 0.6. */
  unevenLight?: number;
  /** Share of the light missing in a shadow, such as a hand's, 0 to 1. */
  shadow?: number;
  /** Share of the print that is worn off in spots, 0 to 1. */
  wear?: number;
  /** Factor for the height: below 1 the page is seen from below, above 1 from the side. */
  squeeze?: number;
  /** Share of the contrast that remains, 0 to 1. */
  contrast?: number;
  /** Margin on every side in widths of the page; 0.07 by default. */
  margin?: number;
  /** The surface under the page; without one, the image shows only the page, like a scan. */
  background?: Background;
  /** Width of the page in pixels; 1,600 by default. */
  pageWidth?: number;
  format?: 'jpeg' | 'png' | 'webp';
  /** 1 to 100; 88 by default. Does not apply to PNG. */
  jpegQuality?: number;
}

/** ICAO's example (9303-4, Appendix A) with a distant expiry date. */
export const SPECIMEN_PASSPORT: PassportContent = {
  surname: 'Eriksson',
  givenNames: 'Anna Maria',
  number: 'L898902C3',
  state: 'UTO',
  nationality: 'UTO',
  birthDate: '1974-08-12',
  sex: 'F',
  expiryDate: '2038-04-15',
  personalNumber: 'ZE184226B',
  country: 'UTOPIA',
  placeOfBirth: 'ZENITH',
  authority: 'PASSPORT OFFICE',
};

/**
 * Renders a fictitious passport, visibly a specimen; defaults come from ICAO's example.
 * The same arguments and seed give the same image.
 */
export async function renderPassport(
  content: Partial<PassportContent> = {},
  options: PhotoOptions = {},
  seed = 1,
): Promise<Buffer> {
  const passport = { ...SPECIMEN_PASSPORT, ...content };
  const random = new Random(seed);
  const lines = passport.withoutMrz
    ? []
    : (passport.mrzLines ?? encodeTd3(passport, passport.breakCheckDigit));
  const page = await printPage(passport, lines, options.pageWidth ?? 1600);
  return encode(await expose(page, options, random), options);
}

const blankPages = new Map<number, Promise<Picture>>();

/** Cached per width, because the portrait's soft light takes half a second to render. */
async function printPage(
  content: PassportContent,
  lines: readonly string[],
  width: number,
): Promise<Picture> {
  const blank = blankPages.get(width) ?? drawBlankPage(width);
  blankPages.set(width, blank);
  const page = { ...(await blank), data: Buffer.from((await blank).data) };
  if (content.portrait) await pastePortrait(page, content.portrait);
  const ink = await sharp(Buffer.from(pagePrint(content, lines, width)))
    .ensureAlpha()
    .raw()
    .toBuffer();
  for (let pixel = 0; pixel < page.width * page.height; pixel++) {
    const opacity = ink[pixel * 4 + 3]! / 255;
    if (opacity === 0) continue;
    for (let channel = 0; channel < 3; channel++) {
      const paper = page.data[pixel * 3 + channel]!;
      page.data[pixel * 3 + channel] = paper + (ink[pixel * 4 + channel]! - paper) * opacity;
    }
  }
  return page;
}

/** Replaces the drawn portrait with an image. */
async function pastePortrait(page: Picture, portrait: Buffer): Promise<void> {
  const size = (share: number) => Math.round(share * page.width);
  const { left, top, width, height } = PORTRAIT_SHARE;
  const pixels = await sharp(portrait)
    .resize({ width: size(width), height: size(height), fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const rowBytes = 3 * size(width);
  for (let row = 0; row < size(height); row++) {
    const target = 3 * ((size(top) + row) * page.width + size(left));
    pixels.copy(page.data, target, row * rowBytes, (row + 1) * rowBytes);
  }
}

async function drawBlankPage(width: number): Promise<Picture> {
  const image = sharp(Buffer.from(blankPage(width))).flatten({ background: '#ffffff' });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The finished page as seen by a camera. */
export async function expose(page: Picture, options: PhotoOptions, random: Random): Promise<Picture> {
  const rotate = (options.rotate ?? 0) + (options.skew ?? 0);
  const perspective = options.perspective ?? 0;
  const lying = options.background !== undefined || rotate !== 0 || perspective !== 0;
  const pose = { rotate, perspective, margin: options.margin ?? (options.background ? 0.07 : 0.02) };
  if (options.wear) addWear(page, options.wear, random);
  let picture = lying ? photograph(page, pose, options.background ?? 'white', random) : page;
  if (options.squeeze) picture = await squeeze(picture, options.squeeze);
  if (options.contrast) flatten(picture, options.contrast);
  if (options.shadow) addShadow(picture, options.shadow, random);
  if (options.unevenLight) addUnevenLight(picture, options.unevenLight, random);
  if (options.glare) addGlare(picture, options.glare, random);
  if (options.blur) picture = await blur(picture, options.blur);
  if (options.noise) addNoise(picture, options.noise, random);
  return picture;
}

export function encode(
  picture: Picture,
  { format = 'jpeg', jpegQuality = 88 }: PhotoOptions,
): Promise<Buffer> {
  const image = asSharp(picture);
  if (format === 'png') return image.png({ compressionLevel: 6 }).toBuffer();
  return format === 'webp'
    ? image.webp({ quality: jpegQuality }).toBuffer()
    : image.jpeg({ quality: jpegQuality }).toBuffer();
}
