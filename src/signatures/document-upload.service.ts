import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { callFacts, type Principal } from '../auth/principal.js';
import { AppError } from '../common/errors.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { DocumentFields } from './document-fields.service.js';
import { type AcceptedDocument, refusal } from '../pdf/document-inspection.js';
import { PdfService } from '../pdf/pdf.service.js';
import { MEDIA_TYPES } from '../pdf/media-types.js';
import { type DocumentLayout } from '../pdf/pdf-results.js';
import { type DocumentFieldDto } from './http/dto/document-fields.dto.js';
import { type SignatureResponseDto } from './http/dto/signature-response.dto.js';
import { toSignature } from './http/signature.mapper.js';
import { SignatureAudit } from './signature-audit.service.js';
import { SignatureDocument } from './signature-document.entity.js';
import { Signature } from './signature.entity.js';
import { notADraft, signatureNotFound } from './signature.errors.js';
import { lockSignature } from './live-request.queries.js';

/** An inspected upload with its stored files: as it came, and as the PDF that signers read. */
interface StoredUpload {
  document: AcceptedDocument;
  layout: DocumentLayout;
  /** What the sender places on it. */
  fields: DocumentFieldDto[];
  originalKey: string;
  presentedKey: string;
}

/** Takes a draft's document. */
@Injectable()
export class DocumentUploadService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly pdf: PdfService,
    private readonly files: FileStore,
    private readonly audit: SignatureAudit,
    private readonly documentFields: DocumentFields,
  ) {}

  /** Asked before a body is read, and again under lock when it is kept. @throws AppError 404, 400 `not_a_draft` */
  async assertDraft(organizationId: number, id: number): Promise<void> {
    const draft = await this.dataSource.manager.findOneBy(Signature, {
      id,
      organizationId,
      deletedAt: IsNull(),
    });
    if (!draft) throw signatureNotFound();
    if (draft.status !== 'draft') throw notADraft();
  }

  /** Replaces the draft's document and its fields. @throws AppError with the code that says what is wrong with them */
  async upload(
    caller: Principal,
    id: number,
    bytes: Buffer,
    fields: DocumentFieldDto[],
  ): Promise<SignatureResponseDto> {
    const document = await this.pdf.inspect(bytes);
    if (!document.ok)
      throw new AppError(document.code === 'document_too_large' ? 413 : 400, document.message, document.code);
    const layout = await this.pdf.readLayout(document.pdf).catch(() => {
      throw new AppError(400, refusal('document_too_complex').message, 'document_too_complex');
    });
    const { organizationId } = caller;
    const originalKey = await this.files.put(organizationId, bytes);
    const presentedKey =
      document.pdf === bytes ? originalKey : await this.files.put(organizationId, document.pdf);
    try {
      const { signature, replaced } = await this.transactions.run((tx) =>
        this.attach(tx, caller, id, { document, layout, fields, originalKey, presentedKey }),
      );
      await this.discard(replaced);
      return toSignature(signature);
    } catch (error) {
      await this.discard([originalKey, presentedKey]);
      throw error;
    }
  }

  private async attach(
    tx: EntityManager,
    caller: Principal,
    id: number,
    upload: StoredUpload,
  ): Promise<{ signature: Signature; replaced: string[] }> {
    const { organizationId } = caller;
    const draft = await lockSignature(tx, organizationId, id);
    if (draft.status !== 'draft') throw notADraft();
    const earlier = await tx.findBy(SignatureDocument, { signatureId: id, organizationId });
    await tx.upsert(SignatureDocument, documentRows(draft, upload), ['signatureId', 'kind']);
    await this.documentFields.begin(tx, draft, upload.layout, upload.fields);
    const { mimeType, extension, sha256: digest } = upload.document;
    await tx.update(
      Signature,
      { id, organizationId },
      {
        documentStatus: 'ready',
        originalDocumentType: mimeType,
        originalDocumentExtension: extension,
        updatedAt: () => 'app_now()',
      },
    );
    const data = { documentSha256: digest, ...callFacts(caller) };
    await this.audit.record(tx, { organizationId, signatureId: id, type: 'document_uploaded', data });
    const signature = await tx.findOneByOrFail(Signature, { id, organizationId });
    return { signature, replaced: earlier.map(({ storageKey }) => storageKey) };
  }

  private async discard(storageKeys: string[]): Promise<void> {
    for (const key of new Set(storageKeys)) await this.files.delete(key);
  }
}

function documentRows(
  { id, organizationId }: Signature,
  { document, layout, originalKey, presentedKey }: StoredUpload,
) {
  const { pages, pdf, sizeBytes } = document;
  const row = { signatureId: id, organizationId, pages };
  const original = {
    storageKey: originalKey,
    mimeType: document.mimeType,
    sha256: Buffer.from(document.sha256, 'hex'),
    sizeBytes,
  };
  const presented = {
    storageKey: presentedKey,
    mimeType: MEDIA_TYPES.pdf.mimeType,
    sha256: sha256(pdf),
    sizeBytes: pdf.length,
    pageSizes: layout.pageSizes,
  };
  return [
    { ...row, kind: 'original' as const, ...original },
    { ...row, kind: 'presented' as const, ...presented },
  ];
}
