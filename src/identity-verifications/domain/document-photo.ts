import { type DocumentSide } from './document-sides.js';
import { type RetakeReason } from './retake-reasons.js';

/** `waiting` for its analysis, `accepted` as good enough to decide on, or to be taken again (`retake`). */
export type PhotoAnalysis = 'waiting' | 'accepted' | 'retake';

/** A photo of one side, as far as the next step depends on it. */
export interface DocumentPhoto {
  side: DocumentSide;
  /** 1, and one more each time that a reviewer asks the person again. */
  round: number;
  /** 1 for the first photo of the side in its round, up to MAX_ATTEMPTS. */
  attempt: number;
  analysis: PhotoAnalysis;
  /** Null unless `analysis` is `retake`. */
  retakeReason: RetakeReason | null;
}
