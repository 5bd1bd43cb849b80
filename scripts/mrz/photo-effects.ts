import sharp, { type Sharp } from 'sharp';
import { type Random } from './random.js';

// Local copies: these run for every pixel, and global look-ups are slow in a test runner's sandbox.
const { abs, cos, exp, floor, max, min, round, sin } = Math;

/** RGB image, three bytes per pixel, row by row. */
export interface Picture {
  data: Buffer;
  width: number;
  height: number;
}

export interface CameraPose {
  /** Clockwise rotation of the page in degrees. */
  rotate: number;
  /** Difference in scale between opposite edges; at 0.1 one edge is a tenth further away. */
  perspective: number;
  /** Margin around the page as a share of its width. */
  margin: number;
}

export type Background = 'desk' | 'dark' | 'white';

const BACKGROUNDS: Record<Background, [number, number, number]> = {
  desk: [146, 112, 80],
  dark: [52, 54, 60],
  white: [244, 244, 242],
};

/** Photographs the page from above: rotated, in perspective, on a background with its own grain. */
export function photograph(page: Picture, pose: CameraPose, background: Background, random: Random): Picture {
  const radians = (pose.rotate * Math.PI) / 180;
  const [cosine, sine] = [cos(radians), sin(radians)];
  const margin = 2 * pose.margin * page.width;
  const width = round(abs(cosine) * page.width + abs(sine) * page.height + margin);
  const height = round(abs(sine) * page.width + abs(cosine) * page.height + margin);
  const tilt = pose.perspective / page.width;
  const [tiltX, tiltY] = random.chance(0.5) ? [tilt, tilt * 0.3] : [-tilt * 0.3, tilt];
  const grain = backgroundGrain(width, height, background, random);
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    const dy = y - height / 2;
    for (let x = 0; x < width; x++, at += 3) {
      const dx = x - width / 2;
      const depth = 1 + tiltX * dx + tiltY * dy;
      const pageX = (cosine * dx + sine * dy) / depth + page.width / 2;
      const pageY = (-sine * dx + cosine * dy) / depth + page.height / 2;
      if (!copyPixel(page, pageX, pageY, data, at)) grain(x, y, data, at);
    }
  }
  return { data, width, height };
}

/** Bilinear; false if the point is off the page. */
function copyPixel(page: Picture, x: number, y: number, target: Buffer, at: number): boolean {
  const left = floor(x);
  const top = floor(y);
  if (left < 0 || top < 0 || left >= page.width - 1 || top >= page.height - 1) return false;
  const fx = x - left;
  const fy = y - top;
  const row = page.width * 3;
  const source = page.data;
  const from = top * row + left * 3;
  for (let channel = 0; channel < 3; channel++) {
    const p = from + channel;
    const above = source[p]! * (1 - fx) + source[p + 3]! * fx;
    const below = source[p + row]! * (1 - fx) + source[p + row + 3]! * fx;
    target[at + channel] = above * (1 - fy) + below * fy;
  }
  return true;
}

type PixelWriter = (x: number, y: number, target: Buffer, at: number) => void;

function backgroundGrain(width: number, height: number, background: Background, random: Random): PixelWriter {
  const [red, green, blue] = BACKGROUNDS[background];
  const stripes = Float32Array.from({ length: height }, () => 10 * (random.next() - 0.5));
  const rings = Float32Array.from({ length: 4096 }, (_, index) => 6 * sin(index / random.between(20, 22)));
  return (x, y, target, at) => {
    const grain = stripes[y]! + rings[(y + (x >> 6)) & 4095]! + 14 * (x / width - 0.5);
    target[at] = clampByte(red + grain);
    target[at + 1] = clampByte(green + grain);
    target[at + 2] = clampByte(blue + grain);
  };
}

/** A lamp's reflection as a bright ellipse; `strength` 1 overexposes its middle. */
export function addGlare(picture: Picture, strength: number, random: Random): void {
  const { data, width, height } = picture;
  const [centreX, centreY] = [random.between(0.2, 0.8) * width, random.between(0.2, 0.8) * height];
  const [radiusX, radiusY] = [random.between(0.12, 0.25) * width, random.between(0.12, 0.25) * height];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = ((x - centreX) / radiusX) ** 2 + ((y - centreY) / radiusY) ** 2;
      if (distance > 6) continue;
      const light = strength * 255 * exp(-distance);
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = clampByte(data[at + channel]! + light);
    }
  }
}

/** Light falling off towards one side, by up to `strength` at the far edge. */
export function addUnevenLight(picture: Picture, strength: number, random: Random): void {
  const { data, width, height } = picture;
  const angle = random.between(0, 2 * Math.PI);
  const [cosine, sine] = [cos(angle), sin(angle)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const along = (cosine * (x / width - 0.5) + sine * (y / height - 0.5)) * 1.4;
      const light = 1 - strength * (0.5 + along * 0.7);
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = clampByte(data[at + channel]! * light);
    }
  }
}

/** A shadow whose edge crosses the image at a random angle and takes away `strength` of the light. */
export function addShadow(picture: Picture, strength: number, random: Random): void {
  const { data, width, height } = picture;
  const angle = random.between(0, 2 * Math.PI);
  const [cosine, sine] = [cos(angle), sin(angle)];
  const [edgeX, edgeY] = [random.between(0.2, 0.8) * width, random.between(0.6, 0.95) * height];
  const softness = random.between(0.002, 0.03) * width;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const behind = (cosine * (x - edgeX) + sine * (y - edgeY)) / softness;
      if (behind <= 0) continue;
      const light = 1 - strength * (behind >= 1 ? 1 : behind);
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++) data[at + channel] = data[at + channel]! * light;
    }
  }
}

/** Spots, up to a stroke wide, where the print is rubbed off to the paper; `share` of the page is covered. */
export function addWear(picture: Picture, share: number, random: Random): void {
  const { data, width, height } = picture;
  const largest = width / 500;
  const count = (share * width * height) / (Math.PI * (0.75 * largest) ** 2);
  for (let spot = 0; spot < count; spot++) {
    const radius = largest * random.between(0.5, 1);
    const [centreX, centreY] = [random.below(width), random.below(height)];
    for (let y = max(0, floor(centreY - radius)); y < min(height, centreY + radius); y++) {
      for (let x = max(0, floor(centreX - radius)); x < min(width, centreX + radius); x++) {
        const at = (y * width + x) * 3;
        for (let channel = 0; channel < 3; channel++)
          data[at + channel] = 0.4 * data[at + channel]! + 0.6 * 236;
      }
    }
  }
}

/** Lowers the contrast towards mid-grey, like faint print on a dull page. */
export function flatten(picture: Picture, contrast: number): void {
  for (let at = 0; at < picture.data.length; at++)
    picture.data[at] = clampByte(150 + contrast * (picture.data[at]! - 150));
}

/** Scales the height only, as if the page was photographed from the side. */
export async function squeeze(picture: Picture, share: number): Promise<Picture> {
  const size = { width: picture.width, height: round(picture.height * share), fit: 'fill' as const };
  const { data, info } = await asSharp(picture).resize(size).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Sensor noise with the given standard deviation in grey levels, largely shared by the channels. */
export function addNoise(picture: Picture, deviation: number, random: Random): void {
  for (let at = 0; at < picture.data.length; at += 3) {
    const shared = random.quickGaussian() * deviation;
    for (let channel = 0; channel < 3; channel++) {
      const own = random.quickGaussian() * deviation * 0.3;
      picture.data[at + channel] = clampByte(picture.data[at + channel]! + shared + own);
    }
  }
}

export async function blur(picture: Picture, sigma: number): Promise<Picture> {
  const { data, info } = await asSharp(picture).blur(sigma).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export function asSharp(picture: Picture): Sharp {
  return sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } });
}

function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
