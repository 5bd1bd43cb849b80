import { type QuarterTurn } from '../engines/imaging/grey-image.js';

/** A part of a picture. Position and size are fractions of its width and height. */
export interface PictureRegion {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** How a stored picture is shown to a person. */
export interface PictureView {
  /** Clockwise degrees that are added to the picture's own orientation. */
  turn: QuarterTurn;
  /** The part that is shown, in fractions of the turned picture; null for all of it. */
  region: PictureRegion | null;
  /** Longer side in pixels at most. */
  maxSide: number;
  /** Names who looks, all over the picture. */
  watermark: string;
}

/** Task for the child process that renders pictures. */
export interface PictureTask extends PictureView {
  image: Uint8Array;
}
