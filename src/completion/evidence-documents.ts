import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ChainedEvent, verifyChain } from '../audit-chain/audit-chain.js';
import {
  EVIDENCE_VERSION,
  type EvidenceDocument,
  type EvidenceSigner,
} from '../audit-chain/evidence-document.js';
import { DEEDS } from '../audit-chain/evidence-faults.js';
import { EVIDENCE_FORMAT } from '../audit-chain/evidence-shapes.js';
import {
  type EvidenceDocument2,
  type EvidenceForm,
  type EvidencePaper,
  type EvidenceRecipient,
  type FormEntries,
  type WrittenEvidence,
} from '../audit-chain/evidence-version-2.js';
import { receivedIn } from '../audit-chain/received-documents.js';
import { signingsIn } from '../audit-chain/shown-entries.js';
import { eventsOfSigner, proofsOf, sendingOf } from '../audit-chain/signer-proofs.js';
import { databaseTime } from '../platform/database/database-time.js';
import { type PaperContents, type PaperDocument } from '../signatures/documents/signature-papers.js';
import { type Recipient } from '../signatures/recipients/recipient.entity.js';
import { type Signature } from '../signatures/signature.entity.js';
import { SignatureAudit, toChainedEvent } from '../signatures/signature-audit.js';
import { type Signer } from '../signatures/signers/signer.entity.js';
import { type TemplateContent } from '../templates/domain/template-content.js';
import { type SealedFile } from './completion-materials.js';

/** The request's audit trail has been tampered with. */
export class BrokenTrailError extends Error {
  override readonly name = 'BrokenTrailError';
}

/** Gathers the evidence about a request whose documents are sealed. */
@Injectable()
export class EvidenceDocuments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: SignatureAudit,
  ) {}

  /**
   * The audit trail up to and including the seal, and its statements about each signer.
   * @param signed - the sealed documents in order
   * @param template - the content of the template from which the request was made; null if it was made by hand
   * @throws BrokenTrailError, or Error if the seal is not recorded
   */
  async gather(
    { signature, signers, recipients, organizationName, documents, form }: PaperContents,
    signed: readonly SealedFile[],
    template: TemplateContent | null,
  ): Promise<WrittenEvidence> {
    const { manager } = this.dataSource;
    const { id, organizationId } = signature;
    // Only now does the trail contain the seal.
    const trail = (await this.audit.trail(manager, organizationId, id)).map(toChainedEvent);
    const { firstBroken } = verifyChain(trail);
    if (firstBroken !== null) throw new BrokenTrailError(`the audit trail is broken at event ${firstBroken}`);
    const events = trail.slice(0, trail.findLastIndex(({ type }) => type === 'sealed') + 1);
    const sealed = events.at(-1);
    if (!sealed) throw new Error('the document was not sealed');
    const basis = {
      format: EVIDENCE_FORMAT as typeof EVIDENCE_FORMAT,
      madeAt: (await databaseTime(manager)).toISOString(),
      request: requestOf(signature),
      organization: { id: organizationId, name: organizationName },
      signers: signers.map((signer) => toEvidenceSigner(signer, events)),
      events,
      chainHead: sealed.hash,
    };
    // Copies that were added to a request sent without recipients are in the trail only.
    if (sendingOf(events)?.data.documents === undefined) {
      const { seal, sealCertificateSha256 } = sealed.data;
      return {
        ...basis,
        version: EVIDENCE_VERSION,
        document: {
          presentedSha256: documents[0]!.presented.sha256.toString('hex'),
          signedSha256: signed[0]!.sha256.toString('hex'),
          pages: signed[0]!.pages,
          sealLevel: String(seal),
          sealCertificateSha256: String(sealCertificateSha256),
        },
      };
    }
    return {
      ...basis,
      version: 2,
      documents: documents.map((document, at) => toPaper(document, signed[at]!, { events, template })),
      template: (events[0]?.data.template ?? null) as EvidenceDocument2['template'],
      form: form && formOf(form.form.sha256, signers, events),
      recipients: recipients
        .filter((recipient) => isIn(recipient, events))
        .map((recipient) => toEvidenceRecipient(recipient, events)),
      frames: [],
    };
  }
}

/** A document as the evidence states it, whose seal is in the last event. */
function toPaper(
  { n, name, presented }: PaperDocument,
  { sha256, pages }: SealedFile,
  { events, template }: { events: readonly ChainedEvent[]; template: TemplateContent | null },
): EvidencePaper {
  const received = receivedIn(events).get(n)?.data.documentSha256 as string | undefined;
  const originalSha256 = received ?? template?.documents.find((each) => each.n === n)?.originalSha256;
  if (originalSha256 === undefined) throw new Error(`document ${n} was never received`);
  const sealed = events.at(-1)!.data.documents as { seal: string; sealCertificateSha256: string }[];
  const { seal: level, sealCertificateSha256: certificateSha256 } = sealed[n - 1]!;
  return {
    ...{ n, name, originalSha256, pages },
    presentedSha256: presented.sha256.toString('hex'),
    signedSha256: sha256.toString('hex'),
    seal: { level, certificateSha256 },
  };
}

/** What the signers entered, as the events state it, with which the papers were compared. */
function formOf(
  definitionSha256: string,
  signers: readonly Signer[],
  events: readonly ChainedEvent[],
): EvidenceForm {
  const signings = signingsIn(events);
  const entered = signers.map(({ id: signerId }) => {
    const { values, hidden, attachments } = signings.get(signerId)!.data.form as FormEntries;
    return { signerId, values, hidden, attachments };
  });
  return { definitionSha256, signers: entered };
}

/** Whether the trail up to the seal names the recipient. */
const isIn = ({ id, addedLater }: Recipient, events: readonly ChainedEvent[]) =>
  !addedLater || events.some(({ type, data }) => type === 'recipient_added' && data.id === id);

/** What a recipient did, as the events state it. */
function toEvidenceRecipient(
  { id, name, email, action }: Recipient,
  events: readonly ChainedEvent[],
): EvidenceRecipient {
  const deed = events.findLast(({ type, data }) => type === DEEDS[action] && data.recipientId === id);
  const documents = (deed?.data.documents ?? []) as EvidenceRecipient['documents'];
  return { id, name, email, action, at: deed?.createdAt ?? null, documents };
}

function requestOf(signature: Signature): EvidenceDocument['request'] {
  const { id, type, subject, originalDocumentName, senderName, ccOnComplete } = signature;
  return { id, type, subject, documentName: originalDocumentName, senderName, copiesTo: ccOnComplete };
}

function toEvidenceSigner(signer: Signer, events: ChainedEvent[]): EvidenceSigner {
  const { id, name, email, signedAt, mark, witnessName } = signer;
  const signed = eventsOfSigner(events, id).findLast(({ type }) => type === 'signed');
  const timeZone = signed?.data.timeZone;
  return {
    id,
    name,
    email,
    signedAt: signedAt!.toISOString(),
    method: mark!.kind,
    timeZone: typeof timeZone === 'string' ? timeZone : null,
    witnessName,
    identifiedBy: proofsOf(events, id),
  };
}
