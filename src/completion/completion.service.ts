import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { assertMove } from '../common/transitions.js';
import { MailQueue } from '../platform/mail/mail-queue.service.js';
import { type SealLevel } from '../pdf-signatures/seal-level.js';
import { type StoredFile } from './completion-certificates.service.js';
import { SIGNATURE_TRANSITIONS } from '../signatures/domain/signature.state.js';
import { MEDIA_TYPES } from '../pdf/media-types.js';
import { SignatureAnnouncer } from '../signatures/signature-announcer.service.js';
import { SignatureAudit } from '../signatures/signature-audit.service.js';
import { type DocumentKind, SignatureDocument } from '../signatures/signature-document.entity.js';
import { Signature } from '../signatures/signature.entity.js';
import { COMPLETED_MAIL } from '../signatures/signature-mail.kinds.js';
import { signersOf } from '../signatures/signature-lock.js';
import { SignerLinks } from '../signatures/signer-links.service.js';

/** The completed PDF: stored, opened again and found whole. */
export interface SealedDocument extends StoredFile {
  /** SHA-256 of the certificate that sealed it, lower-case hex. */
  sealCertificateSha256: string;
  level: SealLevel;
}

/** What follows when everybody has signed, in two steps, so that no crash between them has a document sealed twice. */
@Injectable()
export class CompletionService {
  constructor(
    private readonly links: SignerLinks,
    private readonly mails: MailQueue,
    private readonly audit: SignatureAudit,
    private readonly announcer: SignatureAnnouncer,
  ) {}

  /** Keeps the sealed document. The request is not completed yet, and nobody gets it. The caller holds the row lock. */
  async keepSealed(tx: EntityManager, signature: Signature, sealed: SealedDocument): Promise<void> {
    const { id: signatureId, organizationId } = signature;
    const { sealCertificateSha256, level: seal, ...file } = sealed;
    await this.keepFile(tx, signature, 'signed', file);
    // Its file is of no row any more, and swept with others of that kind.
    await tx.delete(SignatureDocument, { signatureId, organizationId, kind: 'working' });
    const data = { documentSha256: sealed.sha256.toString('hex'), seal, sealCertificateSha256 };
    await this.audit.record(tx, { organizationId, signatureId, type: 'sealed', data });
  }

  /** Completes the request with the certificate of its sealed document. The caller holds the row lock. */
  async complete(tx: EntityManager, signature: Signature, certificate: StoredFile): Promise<void> {
    assertMove(SIGNATURE_TRANSITIONS, signature.status, 'completed');
    const { id, organizationId } = signature;
    await this.keepFile(tx, signature, 'certificate', certificate);
    await tx.update(Signature, { id, organizationId }, { status: 'completed', updatedAt: () => 'app_now()' });
    await this.links.voidOfSignature(tx, organizationId, id, 'completed');
    const data = { certificateSha256: certificate.sha256.toString('hex') };
    await this.audit.record(tx, { organizationId, signatureId: id, type: 'completed', data });
    await this.tellEverybody(tx, signature);
    await this.announcer.announce(tx, 'signature.completed', signature);
  }

  private async keepFile(
    tx: EntityManager,
    { id: signatureId, organizationId }: Signature,
    kind: DocumentKind,
    file: StoredFile,
  ): Promise<void> {
    const { mimeType } = MEDIA_TYPES.pdf;
    await tx.insert(SignatureDocument, { signatureId, organizationId, kind, mimeType, ...file });
  }

  private async tellEverybody(tx: EntityManager, signature: Signature): Promise<void> {
    const { id: signatureId, organizationId } = signature;
    for (const { id: signerId } of await signersOf(tx, signature)) {
      await this.mails.enqueue(tx, { kind: COMPLETED_MAIL, organizationId, ids: { signatureId, signerId } });
    }
    for (const ccIndex of signature.ccOnComplete.keys()) {
      await this.mails.enqueue(tx, { kind: COMPLETED_MAIL, organizationId, ids: { signatureId, ccIndex } });
    }
  }
}
