import { type PDF } from '@libpdf/core';
import { type ChainedEvent, verifyChain } from '../../audit-chain/audit-chain.js';
import {
  EVIDENCE_FILE_NAME,
  type EvidenceDocument,
  type EvidenceSigner,
  readEvidence,
} from '../../audit-chain/evidence-document.js';
import { proofsOf } from '../../audit-chain/signer-proofs.js';
import { standingOf } from '../../audit-chain/shown-entries.js';
import { type EvidenceFacts, type ShownFacts } from '../domain/document-facts.js';
import { plainText } from './plain-text.js';

/** The evidence in a certificate of completion, with its chain recomputed; null for any other document. */
export function evidenceFacts(pdf: PDF): EvidenceFacts | null {
  const attached = pdf.attachments.has(EVIDENCE_FILE_NAME) ? pdf.attachments.get(EVIDENCE_FILE_NAME) : null;
  const evidence = attached && readEvidence(attached);
  if (!evidence) return null;
  const { request, document, signers, events, chainHead } = evidence;
  const chain = verifyChain(events);
  const isOfRequest = events.every(({ signatureId }) => signatureId === request.id);
  const endsAsNamed = chain.head === chainHead;
  return {
    documentName: plainText(request.documentName),
    signedSha256: document.signedSha256,
    events: events.length,
    chainHead,
    shown: shownFacts(evidence),
    firstBroken: chain.firstBroken ?? (isOfRequest && endsAsNamed ? null : events.length + 1),
    onlyFetchedFor: signers
      .filter((signer) => isOnlyFetched(signer, events))
      .map(({ name, email }) => plainText(name ?? email)),
  };
}

/** Certificates of earlier versions took the first fetch of the link for its use. */
function isOnlyFetched({ id, identifiedBy }: EvidenceSigner, events: readonly ChainedEvent[]): boolean {
  const linkIn = (proofs: EvidenceSigner['identifiedBy']) =>
    proofs.find(({ kind }) => kind === 'personal_link');
  const stated = linkIn(identifiedBy);
  return stated !== undefined && stated.at !== linkIn(proofsOf(events, id))?.at;
}

function shownFacts({ signers, events, document }: EvidenceDocument): ShownFacts[] {
  const names = new Map(signers.map(({ id, name, email }) => [id, plainText(name ?? email)]));
  const nameOf = (id: number) => names.get(id) ?? String(id);
  return signers.map(({ id }) => {
    const standing = standingOf(events, id);
    return {
      signer: nameOf(id),
      documentSha256: standing?.documentSha256 ?? null,
      isDocument: standing?.documentSha256 === document.presentedSha256,
      entries: (standing?.entries ?? []).map(({ signerId, entriesSha256, agrees }) => ({
        signer: nameOf(signerId),
        sha256: entriesSha256,
        agrees,
      })),
      unseen: (standing?.unseen ?? []).map(nameOf),
    };
  });
}
