import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import {
  type EvidenceDocument,
  type EvidenceSigner,
  type Proof,
} from '../../audit-chain/evidence-document.js';
import { utcTime } from './certificate-times.js';

const METHODS: Readonly<Record<string, string>> = {
  click: 'by a click',
  typed: 'by typing the name',
  drawn: 'by drawing the signature',
  uploaded: 'by a picture of the signature',
};

/** Types whose link goes to the signer's address and nowhere else. */
const MAILED_ONLY = ['fast', 'advanced'];

export function methodOf({ method }: EvidenceSigner): string {
  return METHODS[method] ?? method;
}

/** What a signer was identified by, and no more than that. */
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
        return `${checkWords(proof, events)}: verification ${proof.verificationId}, ${at}`;
      case 'host':
        return `In person, on the device of ${witnessName ?? ''}`;
    }
  });
}

/** What the check itself found, or that a person decided. */
function checkWords({ verificationId }: Proof, events: readonly ChainedEvent[]): string {
  const passed = events.findLast(
    ({ type, data }) => type === 'identity_passed' && data.verificationId === verificationId,
  );
  const checks = Array.isArray(passed?.data.checks)
    ? (passed.data.checks as { id: string; outcome: string }[])
    : [];
  const wasCompared = checks.some(({ id, outcome }) => id === 'face_match' && outcome === 'clear');
  const words = wasCompared ? 'Identity document and face compared' : 'Identity check passed';
  return passed?.data.wasReviewed === true ? `${words}, decided by a reviewer` : words;
}
