/** A picture of three channels, red, green, blue, row by row. */
export interface RgbPicture {
  pixels: Uint8Array;
  width: number;
  height: number;
}

export interface FacePoint {
  x: number;
  y: number;
}

/** One face, in pixels of the picture that was given. */
export interface FaceObservation {
  box: { x: number; y: number; width: number; height: number };
  /** How sure the detector is, 0 to 1. */
  score: number;
  /** The 68 points of the iBUG 300-W scheme, from the right jaw of the person on. */
  landmarks: FacePoint[];
  /** 128 numbers whose Euclidean distance says how alike two faces are. */
  descriptor: number[];
  /** Between the centres of the eyes. */
  eyeDistance: number;
}

/** How faces are to be looked for: `small` ones on a document take a slower detector than a face before the camera. */
export type FaceSearch = 'camera' | 'document';

/** A model that finds faces and tells them apart. Another one may take its place by the setting FACE_ENGINE. */
export interface FaceEngine {
  readonly version: string;
  /** The largest face first. */
  observe(picture: RgbPicture, search: FaceSearch): Promise<FaceObservation[]>;
}
