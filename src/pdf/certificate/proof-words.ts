import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import {
  type EvidenceDocument,
  type EvidenceSigner,
  type Proof,
} from '../../audit-chain/evidence-document.js';
import { utcTime } from './certificate-times.js';

const METHODS: Readonly<Record<string, string>> = {
  click: 'with a click',
  typed: 'by typing the name',
  drawn: 'by drawing the signature',
  uploaded: 'with an uploaded picture of the signature',
};

/** Types whose link is only ever sent to the signer's e-mail address. */
const MAILED_ONLY = ['fast', 'advanced'];

export function methodOf({ method }: EvidenceSigner): string {
  return METHODS[method] ?? method;
}

/** How a signer was identified, and nothing more. */
export function identifiedBy(
  { identifiedBy: proofs, witnessName }: EvidenceSigner,
  { type }: EvidenceDocument['request'],
  events: readonly ChainedEvent[],
): string[] {
  return proofs.map((proof) => {
    const at = utcTime(proof.at);
    switch (proof.kind) {
      case 'personal_link':
        return `Personal link${MAILED_ONLY.includes(type) ? ' sent to the e-mail address' : ''}, used on ${at}`;
      case 'one_time_code':
        return `One-time code sent to the e-mail address, entered on ${at}`;
      case 'identity_verification':
        return `${checkWords(proof, events)} (verification ${proof.verificationId}), ${at}`;
      case 'host':
        return `In person, on the device of ${witnessName ?? ''}`;
    }
  });
}

/** What the verification found, or that a reviewer decided. */
function checkWords({ verificationId }: Proof, events: readonly ChainedEvent[]): string {
  const passed = events.findLast(
    ({ type, data }) => type === 'identity_passed' && data.verificationId === verificationId,
  );
  const checks = Array.isArray(passed?.data.checks)
    ? (passed.data.checks as { id: string; outcome: string }[])
    : [];
  const wasCompared = checks.some(({ id, outcome }) => id === 'face_match' && outcome === 'clear');
  const words = wasCompared ? 'Face matched to identity document' : 'Identity check passed';
  return passed?.data.wasReviewed === true ? `${words}, approved by a reviewer` : words;
}
