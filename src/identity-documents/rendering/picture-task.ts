import { type QuarterTurn } from '../engines/imaging/grey-image.js';

/** A part of a picture. Position and size are fractions of its width and height. */
export interface PictureRegion {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** How to show a stored picture to a person. */
export interface PictureView {
  /** Clockwise degrees added to the picture's own orientation. */
  turn: QuarterTurn;
  /** The part to show, in fractions of the turned picture; null for all of it. */
  region: PictureRegion | null;
  /** Maximum longer side in pixels. */
  maxSide: number;
  /** Names the viewer, all over the picture. */
  watermark: string;
}

/** Task for the child process that renders pictures. */
export interface PictureTask extends PictureView {
  image: Uint8Array;
}
