import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MEDIA_TYPES } from '../../../pdf/media-types.js';
import { PdfService } from '../../../pdf/pdf.service.js';
import { TextFonts } from '../../../pdf/text-fonts.js';
import { FileStore } from '../../../platform/storage/file-store.js';
import { drawnTexts } from '../../domain/drawn-texts.js';
import { type SendDetails } from '../../domain/send-details.js';
import { Signature } from '../../signature.entity.js';
import { SignatureAudit } from '../../signature-audit.js';
import { furtherDocuments } from '../request-documents.queries.js';
import { SignatureDocument } from '../signature-document.entity.js';
import { SignaturePapers } from '../signature-papers.js';
import { type StoredDocument, storeDocument } from '../stored-document.js';
import { TestMarks } from '../test-marks.js';
import { assertDrawable } from './assert-drawable.js';
import { requestWords } from './paper-words.js';

/** A draft, and what its papers need besides. */
export interface DraftToSend extends TriedDraft {
  draft: Signature;
}

/** The same of a draft whose document was tried before. */
export interface TriedDraft {
  draft: Pick<Signature, 'id' | 'organizationId'>;
  details: SendDetails;
  organizationName: string;
  /** Of the papers; null for English. */
  locale: string | null;
  /** Whether it is one of many that are sent at once. */
  isBulk?: boolean;
}

/** Typesets the text of a request sent without an upload, so signers always have a document to read. */
@Injectable()
export class TypesetDocuments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly files: FileStore,
    private readonly audit: SignatureAudit,
    private readonly fonts: TextFonts,
    private readonly papers: SignaturePapers,
    private readonly marks: TestMarks,
  ) {}

  /**
   * Null if the draft already has a document. Call it outside any transaction: it takes a second or more.
   * @throws AppError 400 `script_unsupported` for texts that the installed fonts cannot draw
   */
  async typesetIfMissing({
    draft,
    details,
    organizationName,
    locale,
  }: DraftToSend): Promise<StoredDocument | null> {
    const further = await furtherDocuments(this.dataSource.manager, draft);
    const furtherNames = further.map(({ name }) => name);
    assertDrawable(this.fonts, drawnTexts({ ...draft, organizationName, furtherNames }, details));
    if (draft.documentStatus === 'ready') return null;
    const text = {
      documentName: draft.originalDocumentName,
      subject: details.subject,
      message: details.messageContent,
      senderName: details.senderName ?? draft.senderName,
      organizationName,
      words: requestWords(this.papers.book({ locale })),
    };
    const { organizationId: tenant } = draft;
    const typeset = await this.pdf.typesetRequest(text, { tenant });
    const marked = await this.marks.mark(tenant, () => Promise.resolve(typeset.pdf), { tenant });
    return storeDocument(this.files, tenant, { ...typeset, pdf: marked ?? typeset.pdf });
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
