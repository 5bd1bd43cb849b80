import { type BarcodeReading } from './engines/barcode/barcode-reading.js';
import { type QuarterTurn } from './engines/imaging/grey-image.js';
import { type MrzReading } from './engines/mrz/mrz-reading.js';
import { type PrintedText } from './engines/text/printed-text.js';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'heic';

/** Why an upload cannot be read. */
export type UnreadableReason =
  | 'not_an_image'
  | 'unsupported_format'
  | 'animated'
  | 'mixed_content'
  | 'too_small'
  | 'too_large'
  | 'truncated'
  | 'blurred'
  | 'no_document_found';

/** Width and height in pixels after applying EXIF orientation. */
export interface ImageFacts {
  width: number;
  height: number;
  format: ImageFormat;
}

/** Result of checking an upload's bytes. `image` is null if its header is unreadable. */
export type ImageInspection =
  { ok: true; image: ImageFacts } | { ok: false; reason: UnreadableReason; image: ImageFacts | null };

export interface ImageQuality {
  /**
   * Variance of the Laplacian in the sharpest tenth of the image: 1,000 or more is sharp, under 150 blurred.
   */
  sharpness: number;
  isBlurred: boolean;
  /** Share of overexposed pixels, 0 to 1. */
  glare: number;
  /** Only a hint for the person: a white desk looks the same, so it does not affect decisions. */
  hasGlare: boolean;
  /** The MRZ extends beyond the image. */
  isCutOff: boolean;
  /** Colourfulness after Hasler and Süsstrunk (2003): copies below 4, documents in daylight above 12. */
  colourfulness: number;
  /** Share of the image, 0 to 1, that shows a display's pixel pattern. */
  screenPattern: number;
  /** Probably a photo of a display. */
  isFromScreen: boolean;
  /** A black-and-white copy or a photo without colour. */
  isMonochrome: boolean;
  /** Colour of the page above the MRZ that no colour cast explains, 0 to about 100; null if there is no such page. */
  pageColours: number | null;
  /** Possibly a copy in coloured light or on coloured paper: a human decides. */
  mayBeCopy: boolean;
}

/** The findings in an image of a document. Bad images are a result, never an exception. */
export interface DocumentFindings {
  /** Something usable was found: an MRZ (accepted or not), a barcode or printed text. */
  readable: boolean;
  unreadableReason: UnreadableReason | null;
  image: ImageFacts | null;
  quality: ImageQuality | null;
  mrz: MrzReading | null;
  barcode: BarcodeReading | null;
  /** Null if text was not searched for. */
  printed: PrintedText | null;
  /** The second reader's text, on a page that the first neither confirmed nor contradicted. See `judgePrint`. */
  reread?: PrintedText;
  /** Clockwise degrees that make the page upright, from its MRZ or text; null if neither shows it. */
  rotation: QuarterTurn | null;
  /** Changes whenever the same bytes could give different findings. */
  engineVersion: string;
}
