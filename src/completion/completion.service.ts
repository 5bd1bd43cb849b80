import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type SealLevel } from '../pdf-signatures/seal-level.js';
import { FileDeletions } from '../platform/storage/file-deletions.js';
import {
  insertFile,
  type RequestDocument,
  takeFiles,
} from '../signatures/documents/request-documents.queries.js';
import { type StoredDocument } from '../signatures/documents/stored-document.js';
import { RequestLifecycle } from '../signatures/request-lifecycle.js';
import { type Signature } from '../signatures/signature.entity.js';
import { SignatureAudit } from '../signatures/signature-audit.js';

/** A completed PDF, stored and verified. */
export interface SealedDocument extends StoredDocument, Pick<RequestDocument, 'n' | 'id'> {
  /** SHA-256 of the certificate that sealed it, lower-case hex. */
  sealCertificateSha256: string;
  level: SealLevel;
}

/** Completes a request in two steps, so that a crash between them seals no document twice. */
@Injectable()
export class CompletionService {
  constructor(
    private readonly lifecycle: RequestLifecycle,
    private readonly audit: SignatureAudit,
    private readonly deletions: FileDeletions,
  ) {}

  /**
   * Records all sealed documents at once. They cannot be downloaded before the request is completed. The caller holds the
   * row lock.
   */
  async keepSealed(
    tx: EntityManager,
    signature: Signature,
    sealed: readonly SealedDocument[],
  ): Promise<void> {
    const { id: signatureId, organizationId } = signature;
    const documents: object[] = [];
    for (const { n, id, sealCertificateSha256, level: seal, ...file } of sealed) {
      await insertFile(tx, signature, { id }, 'signed', file);
      const sha256 = file.sha256.toString('hex');
      documents.push({ n, sha256, pages: file.pages, seal, sealCertificateSha256 });
    }
    await this.deletions.add(tx, organizationId, await takeFiles(tx, signature, 'working'));
    const { sha256, level: seal, sealCertificateSha256 } = sealed[0]!;
    const hasMore = await this.audit.listsDocuments(tx, signature);
    const first = { documentSha256: sha256.toString('hex'), seal, sealCertificateSha256 };
    const data = { ...first, ...(hasMore && { documents }) };
    await this.audit.record(tx, { organizationId, signatureId, type: 'sealed', data });
  }

  /** Completes the request with the certificate of its sealed documents. The caller holds the row lock. */
  async complete(tx: EntityManager, signature: Signature, certificate: StoredDocument): Promise<void> {
    await insertFile(tx, signature, { id: null }, 'certificate', certificate);
    const facts = { certificateSha256: certificate.sha256.toString('hex') };
    await this.lifecycle.move(tx, signature, 'completed', facts);
  }
}
