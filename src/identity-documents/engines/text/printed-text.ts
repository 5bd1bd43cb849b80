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

/** From this confidence on, a different word is not an OCR error. */
export const CERTAIN = 0.8;

/** The printed text of an image, in reading order. */
export interface PrintedText {
  words: PrintedWord[];
  /** The words of a second reading of the same print, if there was one. */
  again?: PrintedWord[];
  /** 0 to 1; 0 if nothing was read. */
  meanConfidence: number;
  /** Clockwise degrees that made the text upright; null if hardly any text was read. */
  rotation: QuarterTurn | null;
}

/** Replaces an uncertain word with a divider, so its neighbours do not form a date. */
export function hideBelow(confidence: number, word: PrintedWord): PrintedWord {
  return word.confidence >= confidence ? word : { ...word, text: '|' };
}
