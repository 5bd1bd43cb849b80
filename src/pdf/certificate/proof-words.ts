import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import {
  type EvidenceBasis,
  type EvidenceSigner,
  type Proof,
  type ProofKind,
} from '../../audit-chain/evidence-document.js';
import { eventsOfSigner } from '../../audit-chain/signer-proofs.js';
import { type PhraseBook, translate } from '../../platform/templates/phrases.js';
import { zonedTime } from '../paper-times.js';

/** Types of requests whose link is only ever sent to the signer's email address. */
const MAILED_ONLY = ['fast', 'advanced'];

/** How the signer signed. @param signed - the event of signing */
export function methodOf(
  { method }: EvidenceSigner,
  signed: ChainedEvent | undefined,
  book: PhraseBook,
): string {
  if (method === 'drawn' && signed?.data.drawnElsewhere === true)
    return translate(book, 'methods.drawnElsewhere');
  return Object.hasOwn(book.texts, `methods.${method}`) ? translate(book, `methods.${method}`) : method;
}

/** How a signer was identified, and nothing else. */
export function identifiedBy(
  { request: { type }, events }: EvidenceBasis,
  { identifiedBy: proofs, witnessName, timeZone }: EvidenceSigner,
  book: PhraseBook,
): string[] {
  return proofs.map((proof) => {
    const at = zonedTime(proof.at, book.locale, timeZone);
    switch (proof.kind) {
      case 'personal_link':
        return translate(book, MAILED_ONLY.includes(type) ? 'proofs.mailedLink' : 'proofs.link', { at });
      case 'one_time_code':
        return translate(book, 'proofs.code', { at });
      case 'identity_verification':
        return translate(book, `proofs.${checkOf(proof, events)}`, { id: String(proof.verificationId), at });
      case 'host':
        return translate(book, 'proofs.host', { name: witnessName ?? '' });
    }
  });
}

/**
 * The evidence for the signature, in plain words: the strongest proof of who signed, and the signer's own
 * certificate.
 */
export function strengthOf(
  { request: { type }, events }: EvidenceBasis,
  { id, identifiedBy: proofs, witnessName }: EvidenceSigner,
  book: PhraseBook,
): string {
  const own = eventsOfSigner(events, id);
  const has = (kind: ProofKind) => proofs.some((proof) => proof.kind === kind);
  const isMailedOnly = MAILED_ONLY.includes(type) && !own.some((event) => event.type === 'link_shown');
  const strongest = STRONGEST_FIRST.find(has) ?? (isMailedOnly ? 'mailed_link' : 'personal_link');
  const words = translate(book, `strength.${strongest}`, { name: witnessName ?? '' });
  const hasOwn = own.some((event) => event.type === 'certificate_signed');
  return hasOwn ? `${words} ${translate(book, 'strength.certificate')}` : words;
}

/** The proofs that are stronger than a link. */
const STRONGEST_FIRST: readonly ProofKind[] = ['identity_verification', 'one_time_code', 'host'];

/** The text that reports the verification's finding, or a reviewer's decision. */
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
