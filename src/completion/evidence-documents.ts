import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ChainedEvent, verifyChain } from '../audit-chain/audit-chain.js';
import {
  EVIDENCE_VERSION,
  type EvidenceDocument,
  type EvidenceSigner,
} from '../audit-chain/evidence-document.js';
import { EVIDENCE_FORMAT } from '../audit-chain/evidence-shapes.js';
import { eventsOfSigner, proofsOf } from '../audit-chain/signer-proofs.js';
import { databaseTime } from '../platform/database/database-time.js';
import { type PaperContents } from '../signatures/documents/signature-papers.js';
import { type Signature } from '../signatures/signature.entity.js';
import { SignatureAudit, toChainedEvent } from '../signatures/signature-audit.js';
import { type Signer } from '../signatures/signers/signer.entity.js';
import { type SealedFile } from './completion-materials.js';

/** The request's audit trail has been tampered with. */
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
   * The audit trail up to and including the seal, and its statements about each signer.
   * @param signed - the sealed document
   * @throws BrokenTrailError, or Error if the seal is not recorded
   */
  async gather(
    { signature, signers, organizationName, presented }: PaperContents,
    signed: SealedFile,
  ): Promise<EvidenceDocument> {
    const { manager } = this.dataSource;
    const { id, organizationId } = signature;
    // Only now does the trail contain the seal.
    const trail = (await this.audit.trail(manager, organizationId, id)).map(toChainedEvent);
    const { firstBroken } = verifyChain(trail);
    if (firstBroken !== null) throw new BrokenTrailError(`the audit trail is broken at event ${firstBroken}`);
    const events = trail.slice(0, trail.findLastIndex(({ type }) => type === 'sealed') + 1);
    const sealed = events.at(-1);
    if (!sealed) throw new Error('the document was not sealed');
    return {
      format: EVIDENCE_FORMAT,
      version: EVIDENCE_VERSION,
      madeAt: (await databaseTime(manager)).toISOString(),
      request: requestOf(signature),
      organization: { id: organizationId, name: organizationName },
      document: {
        presentedSha256: presented.sha256.toString('hex'),
        signedSha256: signed.sha256.toString('hex'),
        pages: signed.pages,
        sealLevel: String(sealed.data.seal),
        sealCertificateSha256: String(sealed.data.sealCertificateSha256),
      },
      signers: signers.map((signer) => toEvidenceSigner(signer, events)),
      events,
      chainHead: sealed.hash,
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
