import { type Change, type DocumentFacts, type SignatureFacts } from './document-facts.js';

/**
 * `intact`: every signature is valid, and nothing changed afterwards except what signing itself adds. `doubtful`: a
 * signature is valid, but its certificate was not when it was made. `lost`: the file contains signatures that are no
 * longer part of the document. `covered`: no signed content changed, but a later signature is drawn over it. `trail`:
 * the signatures are valid, but the audit trail in the file is not intact. `unsealed`: the signers signed a document
 * that this service was to seal, and the seal is not in the file. `contradictory`: a certificate of completion whose
 * statements do not agree with its audit trail.
 */
export type Verdict =
  | 'intact'
  | 'changed'
  | 'covered'
  | 'broken'
  | 'trail'
  | 'contradictory'
  | 'weak'
  | 'doubtful'
  | 'unchecked'
  | 'lost'
  | 'unsealed'
  | 'unsigned';

/** The result for one signature on its own. */
export type SignatureStatus = 'holds' | 'weak' | 'doubtful' | 'broken' | 'unchecked';

/** Changes made by signing and by adding material for long-term validation (ISO 32000-2 §12.8.4), or as certified. */
const HARMLESS = new Set<Change['kind']>([
  'signatures_added',
  'timestamps_added',
  'validation_data',
  'fields_permitted',
  'annotations_permitted',
]);
/** The worst result decides. Unchecked does not count as good. */
const WORST_FIRST = [
  'broken',
  'changed',
  'trail',
  'contradictory',
  'unsealed',
  'unchecked',
  'covered',
  'weak',
  'doubtful',
] as const;

/** The verdict on a document in one word. @param now ISO 8601 */
export function verdictOf(
  { signatures, lostSignatures, missingSeals, evidence, unreadEvidence }: DocumentFacts,
  now: string,
): Verdict {
  if (signatures.length === 0) return lostSignatures > 0 ? 'lost' : 'unsigned';
  const found = new Set<(typeof WORST_FIRST)[number] | 'holds'>(
    signatures.flatMap((signature): (SignatureStatus | 'changed' | 'covered')[] => [
      signatureStatus(signature, now),
      ...(signature.changes === null && signature.coverage !== 'partial' ? ['unchecked' as const] : []),
      ...harmfulChanges(signature, signatures).map(({ kind }) =>
        kind === 'pages_covered' ? ('covered' as const) : ('changed' as const),
      ),
    ]),
  );
  if (evidence !== null && evidence.firstBroken !== null) found.add('trail');
  if (evidence?.extended && evidence.extended.faults.length > 0) found.add('contradictory');
  if (unreadEvidence !== null) found.add('unchecked');
  if (missingSeals.length > 0) found.add('unsealed');
  return WORST_FIRST.find((each) => found.has(each)) ?? 'intact';
}

export function signatureStatus(signature: SignatureFacts, now: string): SignatureStatus {
  const { check, signers } = signature;
  if (check.outcome !== 'holds') return check.outcome;
  const at = provenTime(signature) ?? signature.statedTime ?? now;
  return signers.every(({ certificate }) => isValidAt(certificate, at)) ? 'holds' : 'doubtful';
}

/** When the signature already existed, according to a valid time stamp; null if it has none. */
export const provenTime = ({ timeStamp }: SignatureFacts): string | null =>
  timeStamp?.holds ? timeStamp.time : null;

export const isValidAt = ({ validFrom, validTo }: { validFrom: string; validTo: string }, at: string) =>
  validFrom <= at && at <= validTo;

/**
 * Changes after a signature that weaken it. Later signers may fill in empty fields, but no signature covers what was
 * filled in after the last one.
 */
export function harmfulChanges(signature: SignatureFacts, all: readonly SignatureFacts[]): Change[] {
  const last = all.filter(({ kind, check }) => kind === 'signature' && check.outcome === 'holds').at(-1);
  return (signature.changes ?? []).filter((change) => {
    if (HARMLESS.has(change.kind)) return false;
    if (change.kind !== 'fields_filled' || !last || last === signature) return true;
    return filledAfter(last).some((name) => change.names.includes(name));
  });
}

const filledAfter = ({ changes }: SignatureFacts): string[] =>
  (changes ?? []).flatMap((change) => (change.kind === 'fields_filled' ? change.names : []));
