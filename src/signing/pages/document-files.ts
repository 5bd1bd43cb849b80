import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { Download } from '../../platform/pages/page.js';
import { Downloads, type OpenAnswer } from '../../platform/storage/downloads.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { fileNameOf } from '../../signatures/documents/document-download.service.js';
import { findDocument, presentedDocument } from '../../signatures/documents/signature-document.queries.js';
import { localeOfVisit, type VisitLanguages } from '../domain/signer-language.js';
import { documentNameOf, type SigningContext } from '../domain/signing-context.js';
import { mayHaveCopy, mayRead } from '../domain/signing-step.policy.js';
import { type Visit } from '../domain/visit.js';
import { DrawnDocuments } from '../drawn-documents.js';
import { SigningAccess } from '../signing-access.js';

/** The use of a document still being signed: by its page, the browser's own viewer, or as a download. */
export type FileUse = 'page' | 'viewer' | 'download';

/** Serves the document as a file to signers who may have it now. */
@Injectable()
export class DocumentFiles {
  constructor(
    private readonly access: SigningAccess,
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly downloads: Downloads,
    private readonly drawn: DrawnDocuments,
    private readonly templates: TemplateRenderer,
  ) {}

  /**
   * The PDF with the entries of everyone who has signed, to be sent as `answer`. For use outside the page, where it
   * may be kept, every page carries a notice that it is incomplete.
   * @throws AppError 404 if the signer may not read it now, 429 or 503 if there are too many downloads
   */
  async file(visit: Visit, use: FileUse, answer: OpenAnswer): Promise<Download> {
    const context = await this.access.find(visit);
    if (!mayRead(context)) throw notFound('Document');
    return this.fileFor(context, visit, use, answer);
  }

  /** The same for somebody who may read it now, in the language of their visit. */
  async fileFor(
    context: SigningContext,
    visit: VisitLanguages,
    use: FileUse,
    answer: OpenAnswer,
  ): Promise<Download> {
    const document = await presentedDocument(this.dataSource.manager, context.signature);
    const locale = localeOfVisit(visit, context);
    const notice = use === 'page' ? null : this.templates.text('signing.document.unsealed', locale);
    const isAsSent = notice === null && context.earlier.length === 0;
    const bytes = await this.downloads.load(answer, document, async () =>
      isAsSent
        ? this.files.get(document.storageKey)
        : (await this.drawn.read(context, { n: 1, storageKey: document.storageKey }, notice)).pdf,
    );
    const disposition = use === 'download' ? 'attachment' : 'inline';
    return new Download(bytes, document.mimeType, this.nameOf(context, locale), disposition);
  }

  /** The signed document, to be sent as `answer`. @throws AppError 404 if there is none or it is not for this browser, 429 or 503 as `file` */
  async copy(visit: Visit, answer: OpenAnswer): Promise<Download> {
    const context = await this.access.find(visit);
    if (!mayHaveCopy(context)) throw notFound('Document');
    return this.signedCopy(context, answer);
  }

  /** The same for somebody who may have it. */
  async signedCopy(context: SigningContext, answer: OpenAnswer): Promise<Download> {
    const document = await findDocument(this.dataSource.manager, context.signature, 'signed');
    if (!document) throw notFound('Document');
    const bytes = await this.downloads.load(answer, document, () => this.files.get(document.storageKey));
    const fileName = fileNameOf(documentNameOf(context), 'signed', 'pdf');
    return new Download(bytes, document.mimeType, fileName, 'attachment');
  }

  private nameOf(context: SigningContext, locale: string): string {
    const suffix = this.templates.text('signing.document.unsealedName', locale);
    return `${documentNameOf(context).replace(/\.pdf$/i, '')}-${suffix}.pdf`;
  }
}
