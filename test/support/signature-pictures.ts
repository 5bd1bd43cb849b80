import sharp from 'sharp';

const STROKES = `<path d="M120 260c40-120 90-190 110-170s-60 190-40 200 60-90 90-100-20 80 10 84 50-70 74-72-18 60 6 66
  70-120 96-128-30 120-2 122 80-60 120-64 90 30 200-6" fill="none" stroke-linecap="round" stroke-width="9"/>
  <circle cx="420" cy="120" r="9" stroke="none"/>`;

const drawing = (color: string, width = 900, height = 420) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 900 420">
      <g stroke="${color}" fill="${color}">${STROKES}</g></svg>`,
  );

/** A photo of blue ink on paper: light from one side, noise and, with `table`, the edge of the table. */
export async function photoOfSignature({ table = false, ink = '#22307a' } = {}): Promise<Buffer> {
  const [width, height] = [1_600, 1_000];
  const light = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="l"><stop offset="0" stop-color="#fffdf6"/><stop offset="1" stop-color="#a7a196"/>
      </linearGradient></defs><rect width="100%" height="100%" fill="url(#l)"/>
      ${table ? '<rect x="1350" width="250" height="1000" fill="#4a3220"/>' : ''}</svg>`,
  );
  const noise = { type: 'gaussian', mean: 128, sigma: 6 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background: 'grey', noise } })
    .png()
    .toBuffer();
  return sharp(light)
    .composite([
      { input: drawing(ink, 1_000, 466), left: 250, top: 250 },
      { input: grain, blend: 'soft-light' },
    ])
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** Ink on a transparent background, as drawing programs save it. */
export function transparentSignature(ink = '#111'): Promise<Buffer> {
  return sharp(drawing(ink)).png().toBuffer();
}

/** Paper without a signature. */
export function blankPaper(): Promise<Buffer> {
  return photoOfSignature({ ink: 'none' });
}

/** Noise that shows no signature. */
export function noisePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 800, height: 600, channels: 3, background: 'grey', noise } })
    .blur(4)
    .normalise()
    .jpeg()
    .toBuffer();
}
