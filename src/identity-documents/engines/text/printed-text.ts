import { type QuarterTurn } from '../imaging/grey-image.js';

/** A printed word. Position and size are fractions of the upright image's width and height. */
export interface PrintedWord {
  text: string;
  /** 0 to 1. */
  confidence: number;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** From this confidence a different word is not an OCR error. */
export const CERTAIN = 0.8;

/** The printed text of an image, in reading order. */
export interface PrintedText {
  words: PrintedWord[];
  /** What another look at the same print read, if there was one. */
  again?: PrintedWord[];
  /** 0 to 1; 0 if nothing was read. */
  meanConfidence: number;
  /** Clockwise degrees that made the text upright; null if hardly any was read. */
  rotation: QuarterTurn | null;
}

/** Keeps words apart that would form a date without the one between them. */
export function hideBelow(confidence: number, word: PrintedWord): PrintedWord {
  return word.confidence >= confidence ? word : { ...word, text: '|' };
}
