import { type DocumentFindings } from '../../src/identity-documents/document-findings.js';
import { decide } from '../../src/identity-verifications/domain/decision.policy.js';
import { retakeReason } from '../../src/identity-verifications/domain/retake.policy.js';
import { interval95 } from '../support/interval.js';
import { TODAY } from './pages.js';

export const STRAIGHT_COLUMNS = [
  'passports, everything else clear',
  'pages',
  'approved',
  '95 % interval',
  'another photo asked for',
  'why not approved',
];

interface DecisionTally {
  pages: number;
  approved: number;
  retakes: number;
  /** How often each reason of the report was given. */
  reasons: Map<string, number>;
}

export const noDecisions = (): DecisionTally => ({ pages: 0, approved: 0, retakes: 0, reasons: new Map() });

/** Decides on a passport alone: known to nobody, a specimen where they are admitted, on a day on which it is valid. */
export function addDecision(tally: DecisionTally, findings: DocumentFindings): void {
  const front = { findings, portrait: null };
  const expiry = findings.mrz?.fields.expiryDate.date ?? TODAY;
  const { result, reasons } = decide({
    method: 'document',
    documentType: 'passport',
    fullName: '',
    today: expiry < TODAY ? expiry : TODAY,
    allowSpecimens: true,
    front,
    back: null,
    liveness: null,
    seenBefore: 'no',
    retakesUsedUp: true,
    humanRequested: false,
  });
  const photo = { ...front, side: 'front', documentType: 'passport', country: null } as const;
  tally.pages++;
  if (retakeReason({ ...photo, otherSideIsRead: false }) !== null) tally.retakes++;
  if (result === 'approved') tally.approved++;
  else
    for (const reason of reasons)
      // Given for every document that is verified alone.
      if (reason !== 'holder_not_matched') tally.reasons.set(reason, (tally.reasons.get(reason) ?? 0) + 1);
}

export function straightRow(kind: string, { pages, approved, retakes, reasons }: DecisionTally): string[] {
  const why = [...reasons].map(([reason, times]) => `${reason} ${times}`).join(', ');
  return [kind, `${pages}`, `${approved}`, interval95(approved, pages), `${retakes}`, why];
}
