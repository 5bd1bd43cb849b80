import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import {
  type EvidenceDocument,
  type EvidenceSigner,
  type Proof,
} from '../../audit-chain/evidence-document.js';
import { type PhraseBook, say } from '../../platform/templates/phrases.js';
import { utcTime } from '../paper-times.js';

/** Types whose link is only ever sent to the signer's e-mail address. */
const MAILED_ONLY = ['fast', 'advanced'];

export function methodOf({ method }: EvidenceSigner, book: PhraseBook): string {
  return Object.hasOwn(book.texts, `methods.${method}`) ? say(book, `methods.${method}`) : method;
}

/** How a signer was identified, and nothing more. */
export function identifiedBy(
  { identifiedBy: proofs, witnessName }: EvidenceSigner,
  { type }: EvidenceDocument['request'],
  events: readonly ChainedEvent[],
  book: PhraseBook,
): string[] {
  return proofs.map((proof) => {
    const at = utcTime(proof.at, book.locale);
    switch (proof.kind) {
      case 'personal_link':
        return say(book, MAILED_ONLY.includes(type) ? 'proofs.mailedLink' : 'proofs.link', { at });
      case 'one_time_code':
        return say(book, 'proofs.code', { at });
      case 'identity_verification':
        return say(book, `proofs.${checkOf(proof, events)}`, { id: String(proof.verificationId), at });
      case 'host':
        return say(book, 'proofs.host', { name: witnessName ?? '' });
    }
  });
}

/** The text that says what the verification found, or that a reviewer decided. */
function checkOf({ verificationId }: Proof, events: readonly ChainedEvent[]): string {
  const passed = events.findLast(
    ({ type, data }) => type === 'identity_passed' && data.verificationId === verificationId,
  );
  const checks = Array.isArray(passed?.data.checks)
    ? (passed.data.checks as { id: string; outcome: string }[])
    : [];
  const wasCompared = checks.some(({ id, outcome }) => id === 'face_match' && outcome === 'clear');
  const found = wasCompared ? 'face' : 'check';
  return passed?.data.wasReviewed === true ? `${found}Reviewed` : found;
}
