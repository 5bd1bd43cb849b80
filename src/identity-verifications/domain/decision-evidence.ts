import { type DocumentFindings } from '../../identity-documents/document-findings.js';
import { type Portrait } from '../../identity-documents/faces.js';
import { type LivenessVerdict } from '../../identity-documents/liveness.js';
import { type DocumentType } from './document-type.js';
import { type VerificationMethod } from './verification-method.js';

/** The findings of one side's photo. `findings` is null if the analysis failed for good. */
export interface SideEvidence {
  findings: DocumentFindings | null;
  /** Null if a face was not searched for. */
  portrait: Portrait | null;
}

/** The result of the liveness challenge. */
export interface LivenessEvidence {
  verdict: LivenessVerdict;
  /** Face descriptors of the frames that the verdict selected for the comparison. */
  descriptors: readonly (readonly number[])[];
  /** No attempt is left. */
  attemptsUsedUp: boolean;
  /** An attempt fell between real people and known attacks. */
  inDoubt: boolean;
}

/** Whether the organization has seen the same document or face under another name. */
export type DuplicateMatch = 'no' | 'document' | 'face';

/** Everything that a decision depends on. */
export interface DecisionInput {
  method: VerificationMethod;
  documentType: DocumentType | null;
  /** The full name given by the caller; empty if none was given. */
  fullName: string;
  /** Today in UTC, YYYY-MM-DD. */
  today: string;
  allowSpecimens: boolean;
  /** Null if the side was not photographed. */
  front: SideEvidence | null;
  back: SideEvidence | null;
  /** Null if no challenge was judged. */
  liveness: LivenessEvidence | null;
  /** Null if duplicates were not searched for. */
  seenBefore: DuplicateMatch | null;
  /** No retake is left. */
  retakesUsedUp: boolean;
  /** The person asked for a review instead of using the camera. */
  humanRequested: boolean;
  /** The organization requires a human review of every face. */
  reviewFaces: boolean;
}
