import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ChainedEvent, verifyChain } from '../audit-chain/audit-chain.js';
import {
  EVIDENCE_FORMAT,
  EVIDENCE_VERSION,
  type EvidenceDocument,
  type EvidenceSigner,
} from '../audit-chain/evidence-document.js';
import { eventsOfSigner, proofsOf } from '../audit-chain/signer-proofs.js';
import { organizationName } from '../organizations/organization.queries.js';
import { databaseTime } from '../platform/database/database-time.js';
import { SignatureAudit, toChainedEvent } from '../signatures/signature-audit.service.js';
import { getDocument, presentedDocument } from '../signatures/signature-document.queries.js';
import { type Signature } from '../signatures/signature.entity.js';
import { signersOf } from '../signatures/live-request.queries.js';
import { type Signer } from '../signatures/signer.entity.js';

/** Someone has changed the request's audit trail. */
export class BrokenTrailError extends Error {
  override readonly name = 'BrokenTrailError';
}

/** Gathers the evidence about a request whose document is sealed. */
@Injectable()
export class EvidenceDocuments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: SignatureAudit,
  ) {}

  /**
   * The audit trail up to and including the seal, and what it says about each signer.
   * @throws BrokenTrailError, or Error if the document is not sealed
   */
  async gather(signature: Signature): Promise<EvidenceDocument> {
    const { manager } = this.dataSource;
    const { id, organizationId } = signature;
    const trail = (await this.audit.trail(manager, organizationId, id)).map(toChainedEvent);
    const { firstBroken } = verifyChain(trail);
    if (firstBroken !== null) throw new BrokenTrailError(`the audit trail is broken at event ${firstBroken}`);
    const events = trail.slice(0, trail.findLastIndex(({ type }) => type === 'sealed') + 1);
    const sealed = events.at(-1);
    if (!sealed) throw new Error('the document was not sealed');
    const signers = await signersOf(manager, signature);
    return {
      format: EVIDENCE_FORMAT,
      version: EVIDENCE_VERSION,
      madeAt: (await databaseTime(manager)).toISOString(),
      request: requestOf(signature),
      organization: { id: organizationId, name: await organizationName(manager, organizationId) },
      document: await this.documentOf(signature, sealed),
      signers: signers.map((signer) => toEvidenceSigner(signer, events)),
      events,
      chainHead: sealed.hash,
    };
  }

  private async documentOf(
    signature: Signature,
    { data }: ChainedEvent,
  ): Promise<EvidenceDocument['document']> {
    const { manager } = this.dataSource;
    const presented = await presentedDocument(manager, signature);
    const signed = await getDocument(manager, signature, 'signed');
    return {
      presentedSha256: presented.sha256.toString('hex'),
      signedSha256: signed.sha256.toString('hex'),
      pages: signed.pages,
      sealLevel: String(data.seal),
      sealCertificateSha256: String(data.sealCertificateSha256),
    };
  }
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
