import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as FaceApi from '@vladmandic/face-api';
import type * as Tensorflow from '@tensorflow/tfjs';
import {
  type FaceEngine,
  type FaceObservation,
  type FacePoint,
  type FaceSearch,
  type RgbPicture,
} from './face.port.js';

/** Below: leaves, shadows and patterns that look a little like a face. */
const MIN_CAMERA_SCORE = 0.45;
const MIN_DOCUMENT_SCORE = 0.3;
/** The camera's detector sees the picture at this many pixels a side, of which a face before the camera fills a third. */
const CAMERA_INPUT = 320;

type Detected = FaceApi.WithFaceDescriptor<
  FaceApi.WithFaceLandmarks<{ detection: FaceApi.FaceDetection }, FaceApi.FaceLandmarks68>
>;

interface Loaded {
  api: typeof FaceApi;
  tf: typeof Tensorflow;
}

/**
 * `@vladmandic/face-api` on WebAssembly: landmarks by a network of 68 points, descriptors by a ResNet of 128 values.
 * The camera's frames go through the tiny detector, documents through SSD Mobilenet, which finds smaller faces.
 */
export class FaceApiEngine implements FaceEngine {
  readonly version = 'face-api-1.7.15';
  private loaded: Promise<Loaded> | null = null;

  async observe(picture: RgbPicture, search: FaceSearch): Promise<FaceObservation[]> {
    const { api, tf } = await (this.loaded ??= load());
    const tensor = tf.tensor3d(picture.pixels, [picture.height, picture.width, 3], 'int32');
    try {
      const options =
        search === 'camera'
          ? new api.TinyFaceDetectorOptions({ inputSize: CAMERA_INPUT, scoreThreshold: MIN_CAMERA_SCORE })
          : new api.SsdMobilenetv1Options({ minConfidence: MIN_DOCUMENT_SCORE });
      const found: Detected[] = await api
        .detectAllFaces(tensor as never, options)
        .withFaceLandmarks()
        .withFaceDescriptors();
      return found.map(toObservation).sort((a, b) => b.eyeDistance - a.eyeDistance);
    } finally {
      tensor.dispose();
    }
  }
}

/** The package is CommonJS, and reads weights and WebAssembly from the installed packages. */
async function load(): Promise<Loaded> {
  const require = createRequire(import.meta.url);
  const wasm = require('@tensorflow/tfjs-backend-wasm') as { setWasmPaths(folder: string): void };
  wasm.setWasmPaths(join(dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json')), 'dist/'));
  const tf = require('@tensorflow/tfjs') as typeof Tensorflow;
  const api = require('@vladmandic/face-api/dist/face-api.node-wasm.js') as typeof FaceApi;
  await tf.setBackend('wasm');
  await tf.ready();
  const models = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model');
  const { ssdMobilenetv1, tinyFaceDetector, faceLandmark68Net, faceRecognitionNet } = api.nets;
  for (const net of [ssdMobilenetv1, tinyFaceDetector, faceLandmark68Net, faceRecognitionNet])
    await net.loadFromDisk(models);
  return { api, tf };
}

function toObservation({ detection, landmarks, descriptor }: Detected): FaceObservation {
  const { x, y, width, height } = detection.box;
  const points = landmarks.positions.map((point) => ({ x: point.x, y: point.y }));
  return {
    box: { x, y, width, height },
    score: detection.score,
    landmarks: points,
    descriptor: Array.from(descriptor),
    eyeDistance: distance(centre(points.slice(36, 42)), centre(points.slice(42, 48))),
  };
}

function centre(points: readonly FacePoint[]): FacePoint {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function distance(a: FacePoint, b: FacePoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
