import sharp, { type Sharp } from 'sharp';
import { decodeRgb, type SampleFace } from '../../scripts/liveness/sample-faces.js';
import { type FaceApiEngine } from '../../src/identity-documents/engines/face/face-api.engine.js';
import { type RgbImage } from '../../src/identity-documents/engines/imaging/rgb-image.js';

type State = (picture: Sharp) => Sharp;

/** The effects of print, scans or poor cameras on a portrait. */
const CHANGES: Readonly<Record<string, State>> = {
  original: (picture) => picture,
  mirrored: (picture) => picture.flop(),
  grey: (picture) => picture.greyscale(),
  'dark, low contrast': (picture) => picture.linear(0.55, 10),
  'bright, pale': (picture) => picture.linear(0.7, 75),
  'JPEG 25': (picture) => picture.jpeg({ quality: 25 }),
  'blurred, σ 2': (picture) => picture.blur(2),
  'rotated by 8°': (picture) => picture.rotate(8, { background: '#808080' }),
  '110 px wide': (picture) => picture.resize({ width: 110 }),
  '110 px wide and grey': (picture) => picture.resize({ width: 110 }).greyscale(),
};
export const STATES: readonly string[] = Object.keys(CHANGES);
/** Two faces of the same woman, in the first and third photos. */
const SAME_WOMAN: readonly (readonly [string, string])[] = [['1.3', '3.2']];

/** A sample face in one of the states. */
export interface DescribedFace {
  person: string;
  state: string;
  descriptor: number[];
}

/** Whether two sample faces, by name, are of one person. */
export const isSamePerson = (a: string, b: string) =>
  a === b || SAME_WOMAN.some((pair) => pair.includes(a) && pair.includes(b));

/** Each face in each state. Prints and leaves out those in which no face is found. */
export async function describeFaces(
  engine: FaceApiEngine,
  faces: readonly SampleFace[],
): Promise<DescribedFace[]> {
  const described: DescribedFace[] = [];
  for (const face of faces) {
    for (const [state, change] of Object.entries(CHANGES)) {
      const [seen] = await engine.detectFaces(await inState(face, change), 'document');
      if (seen) described.push({ person: face.name, state, descriptor: seen.descriptor });
      else console.log(`no face found: ${face.name}, ${state}`);
    }
  }
  return described;
}

async function inState({ picture }: SampleFace, state: State): Promise<RgbImage> {
  const { pixels, width, height } = picture;
  const changed = await state(sharp(pixels, { raw: { width, height, channels: 3 } }))
    .png()
    .toBuffer();
  return decodeRgb(sharp(await sharp(changed).toBuffer()));
}
