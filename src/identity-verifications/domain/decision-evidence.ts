import { type DocumentFindings } from '../../identity-documents/document-findings.js';
import { type Portrait } from '../../identity-documents/faces.js';
import { type LivenessVerdict } from '../../identity-documents/liveness.js';
import { type DocumentType } from './document-type.js';
import { type VerificationMethod } from './verification-method.js';

/** What the picture of one side showed. `findings` is null where its analysis failed for good. */
export interface SideEvidence {
  findings: DocumentFindings | null;
  /** Null where no face was looked for. */
  portrait: Portrait | null;
}

/** What the challenge in front of the camera showed. */
export interface LivenessEvidence {
  verdict: LivenessVerdict;
  /** Face descriptors of the frames that the verdict chose for the comparison. */
  descriptors: readonly (readonly number[])[];
  /** No further attempt is left. */
  attemptsUsedUp: boolean;
}

/** Whether the organization saw the same document or face before, under another name. */
export type DuplicateMatch = 'no' | 'document' | 'face';

/** Everything that a decision is made of, and nothing else. */
export interface DecisionInput {
  method: VerificationMethod;
  documentType: DocumentType | null;
  /** The name that the caller gave, whole; empty where none was given. */
  fullName: string;
  /** UTC day, YYYY-MM-DD. */
  today: string;
  allowSpecimens: boolean;
  /** Null where the side was not photographed. */
  front: SideEvidence | null;
  back: SideEvidence | null;
  /** Null where no challenge came to its end. */
  liveness: LivenessEvidence | null;
  /** Null where nobody looked. */
  seenBefore: DuplicateMatch | null;
  /** The photos may not be taken again. */
  retakesUsedUp: boolean;
  /** The person asked for a human in place of the camera. */
  humanRequested: boolean;
}
