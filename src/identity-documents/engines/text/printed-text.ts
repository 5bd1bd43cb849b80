import { type QuarterTurn } from '../mrz/raster.js';

/** A word as it stands on a document. Its place is in shares of the upright picture's width and height. */
export interface PrintedWord {
  text: string;
  /** 0 to 1. */
  confidence: number;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The printed text of a picture, in reading order. */
export interface PrintedText {
  words: PrintedWord[];
  /** 0 to 1; 0 where nothing was read. */
  meanConfidence: number;
  /** Clockwise degrees that made the picture's text upright; null where hardly any was read. */
  rotation: QuarterTurn | null;
}
