import { type PDF } from '@libpdf/core';
import { verifyChain } from '../../audit-chain/audit-chain.js';
import { EVIDENCE_FILE_NAME, readEvidence } from '../../audit-chain/evidence-document.js';
import { type EvidenceFacts } from '../domain/document-facts.js';
import { plainText } from './plain-text.js';

/** The evidence in a certificate of completion, with its chain recomputed; null for any other document. */
export function evidenceFacts(pdf: PDF): EvidenceFacts | null {
  const attached = pdf.attachments.has(EVIDENCE_FILE_NAME) ? pdf.attachments.get(EVIDENCE_FILE_NAME) : null;
  const evidence = attached && readEvidence(attached);
  if (!evidence) return null;
  const { request, document, events, chainHead } = evidence;
  const chain = verifyChain(events);
  const isOfRequest = events.every(({ signatureId }) => signatureId === request.id);
  const endsAsNamed = chain.head === chainHead;
  return {
    documentName: plainText(request.documentName),
    signedSha256: document.signedSha256,
    events: events.length,
    chainHead,
    firstBroken: chain.firstBroken ?? (isOfRequest && endsAsNamed ? null : events.length + 1),
  };
}
