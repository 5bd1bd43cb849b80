import sharp, { type Sharp } from 'sharp';
import { type RgbImage } from '../../src/identity-documents/engines/imaging/rgb-image.js';
import { addNoise } from '../mrz/photo-effects.js';
import { photographScreen } from '../mrz/photograph-screen.js';
import { type Random } from '../mrz/random.js';
import { decodeRgb } from './sample-faces.js';

/** Ways to show a film of a person who made exactly the requested turns. */
export const REPLAYS = ['video recorded before', 'display held close'] as const;
export type Replay = (typeof REPLAYS)[number];

/** Sensor pixels per picture pixel, along each side. */
const SENSOR = 2;

/**
 * How each picture of the film reaches the service: recompressed and fed to the page as a camera, or filmed from a
 * display so close that its edges are out of sight.
 */
export function replayOf(kind: Replay, random: Random): (picture: RgbImage) => Promise<RgbImage> {
  const quality = 55 + random.below(35);
  if (kind === 'video recorded before')
    return async (picture) => decodeRgb(sharp(await asSharp(picture).jpeg({ quality }).toBuffer()));
  const screen = {
    scale: random.between(1.6, 2.6),
    tilt: random.between(-3, 3),
    perspective: random.between(-0.05, 0.05),
  };
  const noise = random.between(1.5, 5);
  return async (picture) => {
    const [width, height] = [SENSOR * picture.width, SENSOR * picture.height];
    const display = await decodeRgb(asSharp(picture).resize({ width: Math.round(width / screen.scale) }));
    const shown = { data: Buffer.from(display.pixels), width: display.width, height: display.height };
    const filmed = photographScreen(shown, screen, { width, height }, random);
    const frame = await decodeRgb(
      asSharp({ ...filmed, pixels: filmed.data }).resize({ width: picture.width }),
    );
    addNoise({ ...frame, data: Buffer.from(frame.pixels.buffer) }, noise, random);
    return frame;
  };
}

function asSharp({ pixels, width, height }: RgbImage): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
