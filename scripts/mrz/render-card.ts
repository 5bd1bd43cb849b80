import sharp from 'sharp';
import { type MrzFormatName } from './encode-mrz.js';
import { textPaths, type TextStyle } from './glyph-outlines.js';
import { guilloche, labelled, machineReadableZone, MRZ_LINE_SPACING } from './passport-page.js';
import { Random } from './random.js';
import { encode, expose, type PhotoOptions } from './render-passport.js';

/** Sizes in millimetres (ICAO 9303-3 §2, 9303-5, 9303-6, 9303-7), and the left edge of the MRZ. */
const SHAPES: Readonly<
  Record<Exclude<MrzFormatName, 'TD3'>, { width: number; height: number; left: number }>
> = {
  TD1: { width: 85.6, height: 54, left: 4.7 },
  TD2: { width: 105, height: 74, left: 6.8 },
  MRVA: { width: 120, height: 80, left: 4.2 },
  MRVB: { width: 105, height: 74, left: 6.8 },
  IDFRA: { width: 105, height: 74, left: 6.8 },
};
const LAST_LINE_ABOVE_EDGE = 5.2;
const PRINT: TextStyle = { font: 'sans', size: 2.4, fill: '#2a2f3a' };
const WORDS =
  'AUTHORITY,PLACE OF ISSUE,REMARKS,ADDRESS,HEIGHT 172 CM,EYES BROWN,SPECIMEN,UTOPIA,ZENITH'.split(',');

/** Labels and their values, next to the place for a portrait. */
type Fields = readonly (readonly [label: string, value: string])[];
const FIELDS = { left: 33, top: 3.5, step: 5.6 };

/**
 * Renders a photo of a fictitious card or visa with this MRZ, and with these fields above it instead of random words. The same
 * arguments and seed give the same image.
 */
export async function renderCard(
  format: Exclude<MrzFormatName, 'TD3'>,
  lines: readonly string[],
  options: PhotoOptions = {},
  seed = 1,
  fields?: Fields,
): Promise<Buffer> {
  const random = new Random(seed);
  const widthPx = options.pageWidth ?? 1400;
  const svg = cardDrawing(format, lines, widthPx, random, fields);
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const page = { data, width: info.width, height: info.height };
  return encode(await expose(page, options, random), options);
}

function cardDrawing(
  format: Exclude<MrzFormatName, 'TD3'>,
  lines: readonly string[],
  widthPx: number,
  random: Random,
  fields?: Fields,
): string {
  const { width, height, left } = SHAPES[format];
  const last = height - LAST_LINE_ABOVE_EDGE;
  const baselines = lines.map((_, index) => last - (lines.length - 1 - index) * MRZ_LINE_SPACING);
  const top = baselines[0]! - 6;
  const print =
    fields?.map(([label, value], row) =>
      labelled(label, value, FIELDS.left, FIELDS.top + row * FIELDS.step),
    ) ??
    Array.from({ length: Math.floor(top / 6) }, (_, row) =>
      textPaths(random.pick(WORDS), random.between(4, width / 2), 6 + row * 6, PRINT),
    );
  const paper = random.pick(['#eef3f0', '#f3eee6', '#e8eef6', '#f5f0f4']);
  const content =
    `<rect width="${width}" height="${height}" fill="${paper}"/>${guilloche(width, height)}` +
    print.join('') +
    machineReadableZone(lines, left, baselines);
  const heightPx = Math.round((widthPx * height) / width);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}
