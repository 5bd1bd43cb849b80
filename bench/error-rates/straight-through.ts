import { type DocumentFindings } from '../../src/identity-documents/document-findings.js';
import { decide } from '../../src/identity-verifications/domain/decision.policy.js';
import { type DocumentSide } from '../../src/identity-verifications/domain/document-sides.js';
import { type DocumentType } from '../../src/identity-verifications/domain/document-type.js';
import { retakeReason } from '../../src/identity-verifications/domain/retake.policy.js';
import { interval95 } from '../support/interval.js';
import { TODAY } from './pages.js';

export const STRAIGHT_COLUMNS = [
  'documents, everything else clear',
  'documents',
  'approved',
  '95 % interval',
  'another photo asked for',
  'why not approved',
];

interface DecisionTally {
  documents: number;
  approved: number;
  retakes: number;
  /** How often each reason of the report was given. */
  reasons: Map<string, number>;
}

export const noDecisions = (): DecisionTally => ({
  documents: 0,
  approved: 0,
  retakes: 0,
  reasons: new Map(),
});

/** The findings of a document's sides. */
interface ReadDocument {
  documentType: DocumentType;
  front: DocumentFindings;
  /** Only for cards. */
  back?: DocumentFindings;
}

/** Decides on a document alone: never seen before, with specimens allowed, on a day when it is valid. */
export function addDecision(tally: DecisionTally, { documentType, front, back }: ReadDocument): void {
  const expiry = (back ?? front).mrz?.fields.expiryDate.date ?? TODAY;
  const { result, reasons } = decide({
    method: 'document',
    documentType,
    fullName: '',
    today: expiry < TODAY ? expiry : TODAY,
    allowSpecimens: true,
    front: { findings: front, portrait: null },
    back: back ? { findings: back, portrait: null } : null,
    liveness: null,
    seenBefore: 'no',
    retakesUsedUp: true,
    humanRequested: false,
    reviewFaces: false,
  });
  tally.documents++;
  if (asksForAnother(documentType, 'front', front) || (back && asksForAnother(documentType, 'back', back)))
    tally.retakes++;
  if (result === 'approved') tally.approved++;
  else
    for (const reason of reasons)
      // Always given if only the document is verified.
      if (reason !== 'holder_not_matched') tally.reasons.set(reason, (tally.reasons.get(reason) ?? 0) + 1);
}

const asksForAnother = (documentType: DocumentType, side: DocumentSide, findings: DocumentFindings) =>
  retakeReason({ findings, portrait: null, side, documentType, country: null, otherSideIsRead: false }) !==
  null;

export function straightRow(
  kind: string,
  { documents, approved, retakes, reasons }: DecisionTally,
): string[] {
  const why = [...reasons].map(([reason, times]) => `${reason} ${times}`).join(', ');
  return [kind, `${documents}`, `${approved}`, interval95(approved, documents), `${retakes}`, why];
}
