import { type RgbImage } from '../imaging/rgb-image.js';

export interface FacePoint {
  x: number;
  y: number;
}

/** One face, in pixels of the given image. */
export interface FaceObservation {
  box: { x: number; y: number; width: number; height: number };
  /** The detector's confidence, 0 to 1. */
  score: number;
  /** The 68 points of the iBUG 300-W scheme, starting at the person's right jaw. */
  landmarks: FacePoint[];
  /** 128 numbers; the Euclidean distance of two descriptors measures how similar the faces are. */
  descriptor: number[];
  /** Distance between the centres of the eyes. */
  eyeDistance: number;
}

/**
 * How to search for faces: quickly, for one in front of the camera; for all in a part of a document or in all of it,
 * down to a twentieth of its width; or more thoroughly, if that found none.
 */
export type FaceSearch = 'camera' | 'part' | 'whole' | 'document';

/** A model that detects and compares faces. */
export interface FaceEngine {
  readonly version: string;
  /** Faces in the image, largest first. `isWanted` can skip the costly description of known faces. */
  detectFaces(
    image: RgbImage,
    search: FaceSearch,
    isWanted?: (box: FaceObservation['box']) => boolean,
  ): Promise<FaceObservation[]>;
}
