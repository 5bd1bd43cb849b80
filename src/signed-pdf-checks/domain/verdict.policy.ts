import { type Change, type DocumentFacts, type SignatureFacts } from './document-facts.js';

/**
 * `intact`: every signature holds and nothing was changed after it but what signing itself adds. `doubtful`: it holds,
 * but the certificate was not valid when it was made. `lost`: signatures stand in the file that are no part of it any more.
 * `trail`: its signatures hold, and the audit trail that it carries does not hang together.
 */
export type Verdict =
  'intact' | 'changed' | 'broken' | 'trail' | 'weak' | 'doubtful' | 'unchecked' | 'lost' | 'unsigned';

/** What one signature is worth by itself. */
export type Standing = 'holds' | 'weak' | 'doubtful' | 'broken' | 'unchecked';

/** Changes that signing makes, and that tools for long keeping add (ISO 32000-2 §12.8.4). */
const ADDED_BY_SIGNING = new Set<Change['kind']>(['signatures_added', 'timestamps_added', 'validation_data']);
/** The worst that a signature can be decides; what was not checked does not pass for good. */
const WORST_FIRST = ['broken', 'changed', 'trail', 'unchecked', 'weak', 'doubtful'] as const;

/** One plain word about a document. `now` is an ISO 8601 instant. */
export function verdictOf({ signatures, lostSignatures, evidence }: DocumentFacts, now: string): Verdict {
  if (signatures.length === 0) return lostSignatures > 0 ? 'lost' : 'unsigned';
  const found = new Set<Standing | 'changed' | 'trail'>(
    signatures.flatMap((signature): (Standing | 'changed')[] => [
      standingOf(signature, now),
      ...(signature.changes === null && signature.coverage !== 'partial' ? ['unchecked' as const] : []),
      ...(harmfulChanges(signature, signatures).length > 0 ? ['changed' as const] : []),
    ]),
  );
  if (evidence !== null && evidence.firstBroken !== null) found.add('trail');
  return WORST_FIRST.find((each) => found.has(each)) ?? 'intact';
}

export function standingOf(signature: SignatureFacts, now: string): Standing {
  const { check, signers } = signature;
  if (check.outcome !== 'holds') return check.outcome;
  const at = provenTime(signature) ?? signature.statedTime ?? now;
  return signers.every(({ certificate }) => isValidAt(certificate, at)) ? 'holds' : 'doubtful';
}

/** When a signature was there at the latest, by a clock that is not the signer's; null where none that holds says so. */
export const provenTime = ({ timeStamp }: SignatureFacts): string | null =>
  timeStamp?.holds ? timeStamp.time : null;

export const isValidAt = ({ validFrom, validTo }: { validFrom: string; validTo: string }, at: string) =>
  validFrom <= at && at <= validTo;

/**
 * What was done after a signature and takes something from what it says. Fields that were empty may be filled in by those
 * who sign later; what was filled in after the last of them nobody signed.
 */
export function harmfulChanges(signature: SignatureFacts, all: readonly SignatureFacts[]): Change[] {
  const last = all.filter(({ kind, check }) => kind === 'signature' && check.outcome === 'holds').at(-1);
  return (signature.changes ?? []).filter((change) => {
    if (ADDED_BY_SIGNING.has(change.kind)) return false;
    if (change.kind !== 'fields_filled' || !last || last === signature) return true;
    return filledAfter(last).some((name) => change.names.includes(name));
  });
}

const filledAfter = ({ changes }: SignatureFacts): string[] =>
  (changes ?? []).flatMap((change) => (change.kind === 'fields_filled' ? change.names : []));
