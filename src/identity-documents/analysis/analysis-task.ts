import { type Point, type QuarterTurn } from '../engines/imaging/grey-image.js';

/** What to search for in an image of a document. */
export interface DocumentAnalysisOptions {
  /** Today in UTC, YYYY-MM-DD; resolves two-digit years. */
  today: string;
  /** Whether this is the back of a two-sided document, whose front has the print. */
  isBack: boolean;
  /** Whether this side can carry a North American PDF417 barcode, which is slow to rule out. */
  mayHaveBarcode: boolean;
  /** Whether this side should have an MRZ: if so, it is searched for again at a higher resolution. */
  expectsMrz: boolean;
}

/** Task for the child process that reads documents. */
export type DocumentTask =
  { kind: 'inspect'; image: Uint8Array } | ({ kind: 'analyze'; image: Uint8Array } & DocumentAnalysisOptions);

/** Task for the child process that reads a page a second time. */
export interface RereadTask {
  image: Uint8Array;
  /** Corners of the MRZ as fractions of the upright image. */
  mrzBox: readonly Point[];
}

/** The portrait's position, as far as reading the document revealed it. */
export interface PortraitLocation {
  /** Clockwise degrees that make the image upright, if known. */
  rotation: QuarterTurn | null;
  /** Corners of the MRZ below the portrait, as fractions of the image; null if there is none. */
  mrzBox: readonly Point[] | null;
}

/** Task for the child process that detects faces. */
export type FaceTask = { image: Uint8Array } & (
  { kind: 'frame' } | { kind: 'portrait'; place: PortraitLocation }
);
