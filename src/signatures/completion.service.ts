import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { assertMove } from '../common/transitions.js';
import { MailQueue } from '../platform/mail/mail-queue.service.js';
import { type SealLevel } from '../sealing/seal-level.js';
import { SIGNATURE_TRANSITIONS } from './domain/signature.state.js';
import { MEDIA_TYPES } from './documents/media-types.js';
import { SignatureAnnouncer } from './signature-announcer.service.js';
import { SignatureAudit } from './signature-audit.service.js';
import { SignatureDocument } from './signature-document.entity.js';
import { Signature } from './signature.entity.js';
import { COMPLETED_MAIL } from './signature-mail.kinds.js';
import { signersOf } from './signature-lock.js';
import { SignerLinks } from './signer-links.service.js';

/** The completed PDF: stored, opened again and found whole. */
export interface SealedDocument {
  storageKey: string;
  sha256: Buffer;
  sizeBytes: number;
  pages: number;
  /** SHA-256 of the certificate that sealed it, lower-case hex. */
  sealCertificateSha256: string;
  level: SealLevel;
}

@Injectable()
export class CompletionService {
  constructor(
    private readonly links: SignerLinks,
    private readonly mails: MailQueue,
    private readonly audit: SignatureAudit,
    private readonly announcer: SignatureAnnouncer,
  ) {}

  /** Completes the request with its sealed document. The caller holds its row lock. */
  async complete(tx: EntityManager, signature: Signature, sealed: SealedDocument): Promise<void> {
    assertMove(SIGNATURE_TRANSITIONS, signature.status, 'completed');
    const { id, organizationId } = signature;
    const { sealCertificateSha256, level: seal, ...file } = sealed;
    const document = {
      signatureId: id,
      organizationId,
      kind: 'signed',
      mimeType: MEDIA_TYPES.pdf.mimeType,
      ...file,
    } as const;
    await tx.insert(SignatureDocument, document);
    // Its file is of no row any more, and swept with others of that kind.
    await tx.delete(SignatureDocument, { signatureId: id, organizationId, kind: 'working' });
    await tx.update(Signature, { id, organizationId }, { status: 'completed', updatedAt: () => 'app_now()' });
    await this.links.voidOfSignature(tx, organizationId, id, 'completed');
    const data = { documentSha256: sealed.sha256.toString('hex'), seal, sealCertificateSha256 };
    await this.audit.record(tx, { organizationId, signatureId: id, type: 'completed', data });
    await this.tellEverybody(tx, signature);
    await this.announcer.announce(tx, 'signature.completed', signature);
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
