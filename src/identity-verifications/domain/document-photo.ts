import { type DocumentSide } from './document-sides.js';
import { type RetakeReason } from './retake-reasons.js';

/** `waiting` for analysis, `accepted` as good enough to decide on, or `retake` if it must be taken again. */
export type PhotoAnalysis = 'waiting' | 'accepted' | 'retake';

/** A photo of one side, as far as the next step depends on it. */
export interface DocumentPhoto {
  side: DocumentSide;
  /** 1, plus one each time a reviewer asks the person again. */
  round: number;
  /** 1 for the first photo of the side in its round, up to MAX_ATTEMPTS. */
  attempt: number;
  analysis: PhotoAnalysis;
  /** Null unless `analysis` is `retake`. */
  retakeReason: RetakeReason | null;
}
