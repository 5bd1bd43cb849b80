import type { faceApi as FaceApi, tf as Tensorflow } from '#vendor/face-api';
import { type RgbImage } from '../imaging/rgb-image.js';
import { type FaceEngine, type FaceObservation, type FacePoint, type FaceSearch } from './face.port.js';

/** Lower scores are leaves, shadows and patterns that vaguely resemble a face. */
const MIN_TINY_SCORE = 0.4;
const MIN_DOCUMENT_SCORE = 0.3;
/**
 * Input sizes of the tiny detector in pixels, tried in turn. A face in front of the camera fills a third of
 * the frame; strong turns need the larger input. On documents it runs only if SSD MobileNet finds nothing.
 */
const TINY_INPUT_SIZES: Readonly<Record<FaceSearch, readonly number[]>> = {
  camera: [224, 352],
  part: [416],
  whole: [608],
  document: [416],
};
/** Faces described per image, largest first, to keep a crowd from costing seconds. */
const MAX_FACES = { camera: 3, part: 4, whole: 4, document: 6 };
/** The alignment that the descriptor network was trained with. */
const DLIB_ALIGNMENT = { useDlibAlignment: true };
/** Sides of the squares for the second landmark pass, relative to the extent of the landmarks. */
const REFINEMENT_SCALES = [1.14, 1.3];

interface Loaded {
  api: typeof FaceApi;
  tf: typeof Tensorflow;
}

/**
 * `@vladmandic/face-api` on WebAssembly: 68 landmarks, and descriptors of 128 values from a ResNet. The tiny
 * detector serves camera frames and parts of documents; SSD MobileNet, slow but sensitive to faint faces,
 * serves whole documents.
 */
export class FaceApiEngine implements FaceEngine {
  readonly version = 'face-api-1.7.15/2';
  private loaded: Promise<Loaded> | null = null;

  async detectFaces(
    image: RgbImage,
    search: FaceSearch,
    isWanted: (box: FaceObservation['box']) => boolean = () => true,
  ): Promise<FaceObservation[]> {
    const { api, tf } = await (this.loaded ??= load());
    const tensor = tf.tensor3d(image.pixels, [image.height, image.width, 3], 'int32');
    try {
      const detections = await runDetectors(api, tensor, search);
      const wanted = detections.filter(({ box }) => isWanted(box));
      const largest = wanted.sort((a, b) => b.box.area - a.box.area).slice(0, MAX_FACES[search]);
      const found: FaceObservation[] = [];
      for (const detection of largest) found.push(await describeFace(api, tensor, detection));
      return found.sort((a, b) => b.eyeDistance - a.eyeDistance);
    } finally {
      tensor.dispose();
    }
  }
}

async function runDetectors(
  api: typeof FaceApi,
  image: Tensorflow.Tensor3D,
  search: FaceSearch,
): Promise<FaceApi.FaceDetection[]> {
  const find = (options: FaceApi.FaceDetectionOptions) => api.detectAllFaces(image, options).run();
  let found: FaceApi.FaceDetection[] = [];
  if (search === 'document')
    found = await find(new api.SsdMobilenetv1Options({ minConfidence: MIN_DOCUMENT_SCORE }));
  for (const inputSize of TINY_INPUT_SIZES[search])
    if (found.length === 0)
      found = await find(new api.TinyFaceDetectorOptions({ inputSize, scoreThreshold: MIN_TINY_SCORE }));
  return found;
}

/**
 * Landmarks and descriptor of one face. Landmarks depend on the crop they are detected in, and the detector's
 * box is rough, so they are detected again in two crops around themselves and averaged.
 */
async function describeFace(
  api: typeof FaceApi,
  image: Tensorflow.Tensor3D,
  { box, score }: FaceApi.FaceDetection,
): Promise<FaceObservation> {
  const [rough] = await landmarksIn(api, image, [box]);
  const refined = await landmarksIn(
    api,
    image,
    REFINEMENT_SCALES.map((size) => squareAround(rough!, size)),
  );
  const landmarks = rough!.map((_, index) => centre(refined.map((points) => points[index]!)));
  const { x, y, width, height } = box;
  return {
    box: { x, y, width, height },
    score,
    landmarks,
    descriptor: await descriptorOf(api, image, landmarks),
    eyeDistance: distance(centre(landmarks.slice(36, 42)), centre(landmarks.slice(42, 48))),
  };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The 68 landmarks found in each box. */
async function landmarksIn(
  api: typeof FaceApi,
  image: Tensorflow.Tensor3D,
  boxes: readonly Box[],
): Promise<FacePoint[][]> {
  const crops = boxes.map((box) => cropOf(image, box));
  try {
    const input = crops.map(({ tensor }) => tensor) as never;
    const found = [await api.nets.faceLandmark68Net.detectLandmarks(input)].flat();
    return found.map(({ positions }, index) =>
      positions.map(({ x, y }) => ({ x: x + crops[index]!.x, y: y + crops[index]!.y })),
    );
  } finally {
    for (const { tensor } of crops) tensor.dispose();
  }
}

/** The descriptor network expects faces aligned by their landmarks. */
async function descriptorOf(
  api: typeof FaceApi,
  image: Tensorflow.Tensor3D,
  landmarks: readonly FacePoint[],
): Promise<number[]> {
  const [height, width] = image.shape;
  const relative = landmarks.map(({ x, y }) => new api.Point(x / width, y / height));
  const crop = cropOf(
    image,
    new api.FaceLandmarks68(relative, { width, height }).align(null, DLIB_ALIGNMENT),
  );
  try {
    const descriptor = await api.nets.faceRecognitionNet.computeFaceDescriptor(crop.tensor);
    return Array.from(descriptor as Float32Array);
  } finally {
    crop.tensor.dispose();
  }
}

/** A crop clipped to the image, at least one pixel in size. */
function cropOf(image: Tensorflow.Tensor3D, box: Box): { tensor: Tensorflow.Tensor3D; x: number; y: number } {
  const [height, width] = image.shape;
  const within = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), most);
  const [x, y] = [within(box.x, width - 1), within(box.y, height - 1)];
  const [right, bottom] = [within(box.x + box.width, width), within(box.y + box.height, height)];
  const size: [number, number, number] = [Math.max(1, bottom - y), Math.max(1, right - x), 3];
  return { tensor: image.slice([y, x, 0], size), x, y };
}

function squareAround(points: readonly FacePoint[], size: number): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = size * Math.max(right - left, bottom - top);
  return { x: (left + right - side) / 2, y: (top + bottom - side) / 2, width: side, height: side };
}

async function load(): Promise<Loaded> {
  const { faceApi: api, tf, setWasmPaths, FACE_API_FILES } = await import('#vendor/face-api');
  setWasmPaths(FACE_API_FILES);
  await tf.setBackend('wasm');
  await tf.ready();
  const { ssdMobilenetv1, tinyFaceDetector, faceLandmark68Net, faceRecognitionNet } = api.nets;
  for (const net of [ssdMobilenetv1, tinyFaceDetector, faceLandmark68Net, faceRecognitionNet])
    await net.loadFromDisk(FACE_API_FILES);
  return { api, tf };
}

function centre(points: readonly FacePoint[]): FacePoint {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function distance(a: FacePoint, b: FacePoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
