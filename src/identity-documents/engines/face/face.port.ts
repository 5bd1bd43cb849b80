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

/**
 * How faces are to be looked for: one before the camera, fast; every one in a part of a document's picture, or in all of it,
 * down to a twentieth of its width; or with more patience, where that found none.
 */
export type FaceSearch = 'camera' | 'part' | 'whole' | 'document';

/** A model that finds faces and tells them apart. Another one may take its place by the setting FACE_ENGINE. */
export interface FaceEngine {
  readonly version: string;
  /** The largest face first; `isWanted` may spare the description of faces that are known already. */
  observe(
    picture: RgbPicture,
    search: FaceSearch,
    isWanted?: (box: FaceObservation['box']) => boolean,
  ): Promise<FaceObservation[]>;
}
