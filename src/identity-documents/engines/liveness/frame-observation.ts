import { createHash } from 'node:crypto';
import { type FaceObservation, type FaceEngine, type RgbPicture } from '../face/face.port.js';

/** What is kept of one frame of the camera. */
export interface FrameObservation {
  width: number;
  height: number;
  /** The largest first. */
  faces: FaceObservation[];
  /** Mean of the picture, 0 to 255. */
  brightness: number;
  /** Equal for equal pictures only: a camera never gives the same picture twice, since its sensor is noisy. */
  fingerprint: string;
}

/** Cells a side of the picture that the fingerprint is made of. */
const CELLS = 32;

/** Looks at a frame. */
export async function observeFrame(engine: FaceEngine, picture: RgbPicture): Promise<FrameObservation> {
  const faces = await engine.observe(picture, 'camera');
  const cells = cellMeans(picture);
  return {
    width: picture.width,
    height: picture.height,
    faces: faces.map(rounded),
    brightness: Math.round(cells.reduce((sum, value) => sum + value, 0) / cells.length),
    fingerprint: createHash('sha256').update(cells).digest('hex').slice(0, 32),
  };
}

/** Mean brightness of each of CELLS × CELLS cells. */
function cellMeans({ pixels, width, height }: RgbPicture): Uint8Array {
  const sums = new Float64Array(CELLS * CELLS);
  const counts = new Float64Array(CELLS * CELLS);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * CELLS) / height) * CELLS;
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor((x * CELLS) / width);
      sums[cell]! += pixels[3 * (y * width + x) + 1]!;
      counts[cell]!++;
    }
  }
  return Uint8Array.from(sums, (sum, cell) => Math.round(sum / Math.max(1, counts[cell]!)));
}

/** Hundredths of pixels and six digits of descriptors: half the room, and nothing lost. */
function rounded(face: FaceObservation): FaceObservation {
  const to = (value: number, factor: number) => Math.round(value * factor) / factor;
  const { x, y, width, height } = face.box;
  return {
    box: { x: to(x, 10), y: to(y, 10), width: to(width, 10), height: to(height, 10) },
    score: to(face.score, 1e3),
    landmarks: face.landmarks.map((point) => ({ x: to(point.x, 100), y: to(point.y, 100) })),
    descriptor: face.descriptor.map((value) => to(value, 1e6)),
    eyeDistance: to(face.eyeDistance, 100),
  };
}
