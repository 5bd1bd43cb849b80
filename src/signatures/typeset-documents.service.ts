import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { organizationName } from '../organizations/organization.queries.js';
import { MEDIA_TYPES } from '../pdf/media-types.js';
import { PdfService } from '../pdf/pdf.service.js';
import { TextFonts } from '../pdf/text-fonts.service.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { paperLocale, requestWords } from './paper-words.js';
import { assertDrawable } from './assert-drawable.js';
import { drawnTexts } from './domain/drawn-texts.js';
import { type SendDetails } from './domain/send-details.js';
import { getDraft, type RequestKey } from './live-request.queries.js';
import { SignatureAudit } from './signature-audit.service.js';
import { SignaturePapers } from './signature-papers.service.js';
import { SignatureDocument } from './signature-document.entity.js';
import { Signature } from './signature.entity.js';
import { storeDocument, type StoredDocument } from './stored-document.js';

/** Typesets the text of a request that is sent without an upload, so that signers always have a document to read. */
@Injectable()
export class TypesetDocuments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly files: FileStore,
    private readonly audit: SignatureAudit,
    private readonly fonts: TextFonts,
    private readonly papers: SignaturePapers,
  ) {}

  /**
   * Null if the draft has a document. Call it outside any transaction: it takes a second or more.
   * @throws AppError 404; 400, also `script_unsupported` for texts that cannot be drawn with the fonts of this installation
   */
  async typesetIfMissing(key: RequestKey, details: SendDetails): Promise<StoredDocument | null> {
    const { manager } = this.dataSource;
    const draft = await getDraft(manager, key);
    const { organizationId } = key;
    const ofRequest = { ...draft, organizationName: await organizationName(manager, organizationId) };
    assertDrawable(this.fonts, drawnTexts(ofRequest, details));
    if (draft.documentStatus === 'ready') return null;
    const locale = await paperLocale(manager, organizationId, details.signers);
    const text = {
      documentName: draft.originalDocumentName,
      subject: details.subject,
      message: details.messageContent,
      senderName: details.senderName ?? draft.senderName,
      organizationName: ofRequest.organizationName,
      words: requestWords(this.papers.book({ locale })),
    };
    const typeset = await this.pdf.typesetRequest(text, { tenant: organizationId });
    return storeDocument(this.files, organizationId, typeset);
  }

  async attach(
    tx: EntityManager,
    { id, organizationId }: Signature,
    typeset: StoredDocument,
    facts: object,
  ): Promise<void> {
    const row = { signatureId: id, organizationId, mimeType: MEDIA_TYPES.pdf.mimeType, ...typeset };
    await tx.upsert(
      SignatureDocument,
      [
        { ...row, kind: 'original' },
        { ...row, kind: 'presented' },
      ],
      ['signatureId', 'kind'],
    );
    await tx.update(Signature, { id, organizationId }, { documentStatus: 'ready' });
    const data = { documentSha256: typeset.sha256.toString('hex'), ...facts };
    await this.audit.record(tx, { organizationId, signatureId: id, type: 'document_typeset', data });
  }

  /** Runs `work`, which attaches the typeset document, and deletes its file if it fails. */
  keepOrDiscard<Result>(typeset: StoredDocument | null, work: () => Promise<Result>): Promise<Result> {
    return typeset ? this.files.naming([typeset.storageKey], work) : work();
  }
}
