import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { organizationName } from '../organizations/organization.queries.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { PdfService } from '../pdf/pdf.service.js';
import { MEDIA_TYPES } from '../pdf/media-types.js';
import { type SendSignatureDto } from './http/dto/send-signature.dto.js';
import { SignatureAudit } from './signature-audit.service.js';
import { SignatureDocument } from './signature-document.entity.js';
import { Signature } from './signature.entity.js';
import { notADraft, signatureNotFound } from './signature.errors.js';

/** A typeset document whose file is stored and whose row is not yet. */
export interface KeptDocument {
  storageKey: string;
  sha256: Buffer;
  sizeBytes: number;
  pages: number;
}

/** Typesets the text of a request that is sent without an upload, so that signers always have a document to read. */
@Injectable()
export class TypesetDocuments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly files: FileStore,
    private readonly audit: SignatureAudit,
  ) {}

  /** Null where the draft has a document. Heavy work, so outside any transaction. */
  async typesetWhereMissing(
    organizationId: number,
    id: number,
    input: SendSignatureDto,
  ): Promise<KeptDocument | null> {
    const draft = await this.dataSource.manager.findOneBy(Signature, {
      id,
      organizationId,
      deletedAt: IsNull(),
    });
    if (!draft) throw signatureNotFound();
    if (draft.status !== 'draft') throw notADraft();
    if (draft.documentStatus === 'ready') return null;
    const { pdf, pages, sha256 } = await this.pdf.typesetRequest({
      documentName: draft.originalDocumentName,
      subject: input.subject ?? '',
      message: input.messageContent ?? '',
      senderName: input.senderName || draft.senderName,
      organizationName: await organizationName(this.dataSource.manager, organizationId),
    });
    const storageKey = await this.files.put(organizationId, pdf);
    return { storageKey, sha256: Buffer.from(sha256, 'hex'), sizeBytes: pdf.length, pages };
  }

  async attach(
    tx: EntityManager,
    { id, organizationId }: Signature,
    kept: KeptDocument,
    facts: object,
  ): Promise<void> {
    const row = { signatureId: id, organizationId, mimeType: MEDIA_TYPES.pdf.mimeType, ...kept };
    await tx.upsert(
      SignatureDocument,
      [
        { ...row, kind: 'original' },
        { ...row, kind: 'presented' },
      ],
      ['signatureId', 'kind'],
    );
    await tx.update(Signature, { id, organizationId }, { documentStatus: 'ready' });
    const data = { documentSha256: kept.sha256.toString('hex'), ...facts };
    await this.audit.record(tx, { organizationId, signatureId: id, type: 'document_typeset', data });
  }

  /** Runs `work`; where it fails, nothing of the refused request is kept. */
  async keepOrDiscard<Result>(kept: KeptDocument | null, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (kept) await this.files.delete(kept.storageKey);
      throw error;
    }
  }
}
