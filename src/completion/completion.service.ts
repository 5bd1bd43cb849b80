import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type SealLevel } from '../pdf-signatures/seal-level.js';
import { FileDeletions } from '../platform/storage/file-deletions.js';
import { insertPdf, takeDocument } from '../signatures/documents/signature-document.queries.js';
import { type StoredDocument } from '../signatures/documents/stored-document.js';
import { RequestLifecycle } from '../signatures/request-lifecycle.js';
import { type Signature } from '../signatures/signature.entity.js';
import { SignatureAudit } from '../signatures/signature-audit.js';

/** The completed PDF, stored and verified. */
export interface SealedDocument extends StoredDocument {
  /** SHA-256 of the certificate that sealed it, lower-case hex. */
  sealCertificateSha256: string;
  level: SealLevel;
}

/** Completes a request in two steps, so that a crash between them does not seal the document twice. */
@Injectable()
export class CompletionService {
  constructor(
    private readonly lifecycle: RequestLifecycle,
    private readonly audit: SignatureAudit,
    private readonly deletions: FileDeletions,
  ) {}

  /**
   * Records the sealed document. It cannot be downloaded before the request is completed. The caller holds the row
   * lock.
   */
  async keepSealed(tx: EntityManager, signature: Signature, sealed: SealedDocument): Promise<void> {
    const { id: signatureId, organizationId } = signature;
    const { sealCertificateSha256, level: seal, ...file } = sealed;
    await insertPdf(tx, signature, 'signed', file);
    await this.deletions.add(tx, organizationId, await takeDocument(tx, signature, 'working'));
    const documentSha256 = sealed.sha256.toString('hex');
    const facts = { seal, sealCertificateSha256 };
    const documents = [{ n: 1, sha256: documentSha256, pages: sealed.pages, ...facts }];
    const hasMore = await this.audit.listsDocuments(tx, signature);
    const data = { documentSha256, ...facts, ...(hasMore && { documents }) };
    await this.audit.record(tx, { organizationId, signatureId, type: 'sealed', data });
  }

  /** Completes the request with the certificate of its sealed document. The caller holds the row lock. */
  async complete(tx: EntityManager, signature: Signature, certificate: StoredDocument): Promise<void> {
    await insertPdf(tx, signature, 'certificate', certificate);
    const facts = { certificateSha256: certificate.sha256.toString('hex') };
    await this.lifecycle.move(tx, signature, 'completed', facts);
  }
}
