import { type DocumentFindings } from '../../identity-documents/document-findings.js';
import { type Portrait } from '../../identity-documents/faces.js';
import { type LivenessVerdict } from '../../identity-documents/liveness.js';
import { type DocumentType } from './document-type.js';
import { type VerificationMethod } from './verification-method.js';

/** The findings of one side's photo. `findings` is null if the analysis failed for good. */
export interface SideEvidence {
  findings: DocumentFindings | null;
  /** Null if no face was looked for. */
  portrait: Portrait | null;
}

/** The result of the liveness challenge. */
export interface LivenessEvidence {
  verdict: LivenessVerdict;
  /** Face descriptors of the frames that the verdict selected for the comparison. */
  descriptors: readonly (readonly number[])[];
  /** No attempt is left. */
  attemptsUsedUp: boolean;
  /** An attempt lay between what people show and what attacks do. */
  inDoubt: boolean;
}

/** Whether the organization has seen the same document or face under another name. */
export type DuplicateMatch = 'no' | 'document' | 'face';

/** Everything that a decision depends on. */
export interface DecisionInput {
  method: VerificationMethod;
  documentType: DocumentType | null;
  /** The full name that the caller gave; empty if none was given. */
  fullName: string;
  /** Today in UTC, YYYY-MM-DD. */
  today: string;
  allowSpecimens: boolean;
  /** Null if the side was not photographed. */
  front: SideEvidence | null;
  back: SideEvidence | null;
  /** Null if no challenge was judged. */
  liveness: LivenessEvidence | null;
  /** Null if duplicates were not looked for. */
  seenBefore: DuplicateMatch | null;
  /** No retake is left. */
  retakesUsedUp: boolean;
  /** The person asked for a review instead of using the camera. */
  humanRequested: boolean;
  /** The organization has a human look at every face. */
  reviewFaces: boolean;
}
