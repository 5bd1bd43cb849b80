import { type BarcodeReading } from './engines/barcode/barcode-reading.js';
import { type MrzReading } from './engines/mrz/mrz-reading.js';
import { type QuarterTurn } from './engines/mrz/raster.js';
import { type PrintedText } from './engines/text/printed-text.js';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'heic';

/** Why nothing can be read from an upload. */
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

/** Size in pixels as the picture is meant to be seen, that is after its EXIF orientation. */
export interface ImageFacts {
  width: number;
  height: number;
  format: ImageFormat;
}

/** What an upload is, found from its bytes. `image` is null when its header could not be read. */
export type ImageInspection =
  { ok: true; image: ImageFacts } | { ok: false; reason: UnreadableReason; image: ImageFacts | null };

export interface ImageQuality {
  /** Variance of the Laplacian in the sharpest tenth of the picture: about 1,000 and more is sharp, under 150 blurred. */
  sharpness: number;
  isBlurred: boolean;
  /** Share, 0 to 1, of pixels that are burnt out. */
  glare: number;
  /** Worth a hint to the person; a white desk also looks like that, so it decides nothing. */
  hasGlare: boolean;
  /** The zone runs out of the picture. */
  isCutOff: boolean;
  /** How much colour there is (Hasler and Süsstrunk 2003): a copy under 4, documents in daylight over 12. */
  colourfulness: number;
  /** Share, 0 to 1, of the picture that shows the pattern of a display's pixels. */
  screenPattern: number;
  /** Seems to be a photo of a display. */
  isFromScreen: boolean;
  /** A black and white copy, or a photo without colours. */
  isMonochrome: boolean;
}

/** What was found in a picture of a document. Bad pictures are an answer, never an exception. */
export interface DocumentFindings {
  /** Something was found that can be decided on: a zone, accepted or not, a barcode, or print. */
  readable: boolean;
  unreadableReason: UnreadableReason | null;
  image: ImageFacts | null;
  quality: ImageQuality | null;
  mrz: MrzReading | null;
  barcode: BarcodeReading | null;
  /** Null where nobody looked for print. */
  printed: PrintedText | null;
  /** Clockwise degrees that make the page upright, by its zone or its print; null where neither tells. */
  rotation: QuarterTurn | null;
  /** Changes whenever the same bytes could give other findings. */
  engineVersion: string;
}
