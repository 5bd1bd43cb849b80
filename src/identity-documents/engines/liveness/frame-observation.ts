import { createHash } from 'node:crypto';
import { type FaceEngine, type FaceObservation } from '../face/face.port.js';
import { type RgbImage } from '../imaging/rgb-image.js';

/** The data kept of a camera frame. */
export interface FrameObservation {
  width: number;
  height: number;
  /** Largest first. */
  faces: FaceObservation[];
  /** Mean brightness, 0 to 255. */
  brightness: number;
  /** Equal only for equal images: sensor noise keeps a camera from producing the same image twice. */
  fingerprint: string;
}

/** Cells per side of the thumbnail that is hashed. */
const CELLS = 32;

/** Detects the faces in a frame and measures its brightness and fingerprint. */
export async function observeFrame(engine: FaceEngine, image: RgbImage): Promise<FrameObservation> {
  const faces = await engine.detectFaces(image, 'camera');
  const cells = cellMeans(image);
  return {
    width: image.width,
    height: image.height,
    faces: faces.map(roundFace),
    brightness: Math.round(cells.reduce((sum, value) => sum + value, 0) / cells.length),
    fingerprint: createHash('sha256').update(cells).digest('hex').slice(0, 32),
  };
}

/** Mean brightness of each of CELLS × CELLS cells, from the green channel. */
function cellMeans({ pixels, width, height }: RgbImage): Uint8Array {
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

/** Rounds to hundredths of a pixel and six decimals of a descriptor: half the storage, no loss. */
function roundFace(face: FaceObservation): FaceObservation {
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
